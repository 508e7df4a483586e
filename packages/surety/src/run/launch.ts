import type { ServerConfig } from '../author/config.ts'
import type { Layers, Network } from '../sandbox/cell.ts'
import { canariesFor } from './canaries.ts'
import type { Prepared } from './prepare.ts'
import { Turns } from './turns.ts'

/** All it takes to start the server under test, again and again. */
export interface Launch {
  readonly server: ServerConfig
  readonly layers: Layers
  /** Absolute, links resolved: the tree the run protects. */
  readonly project: string
  readonly setup: readonly string[]
  readonly startTimeoutMs: number
  /** What a process may take where no contract says otherwise. */
  readonly memoryBytes: number
  /** Planted in every process's environment, to be recognised in an output. */
  readonly canaries: Readonly<Record<string, string>>
  /** Who runs now, and who waits. */
  readonly turns: Turns
}

export function launchOf({ config, server, layers, project }: Prepared): Launch {
  const { setup, startTimeoutMs, memoryLimitMb } = config.check
  const memoryBytes = memoryLimitMb * 1024 * 1024
  return { server, layers, project, setup, startTimeoutMs, memoryBytes, canaries: canariesFor(), turns: new Turns() }
}

/** What makes two calls need different processes. */
export interface Profile {
  readonly env: Readonly<Record<string, string>>
  readonly network: Network
  readonly memoryBytes: number
}

/** How a process is watched: from outside, from inside, or not at all. */
export type Watch = 'traced' | 'spied' | 'unwatched'

const keys = new WeakMap<Profile, string>()

/** The same for calls that the same process can serve. */
export function profileKey(profile: Profile): string {
  const key = keys.get(profile) ?? keyOf(profile)
  keys.set(profile, key)
  return key
}

function keyOf({ env, network, memoryBytes }: Profile): string {
  return JSON.stringify([Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1)), network, memoryBytes])
}

/** Can calls do no harm: does the sandbox hold whatever the server does? */
export function isContained({ server, layers }: Launch): boolean {
  return server.kind === 'stdio' && layers.L1.works
}
