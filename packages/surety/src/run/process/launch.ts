import type { ServerConfig } from '../../author/config/config.ts'
import type { Layers } from '../../sandbox/cell.ts'
import { canariesFor } from './canaries.ts'
import { type Mask, maskFor } from '../request/mask.ts'
import type { Prepared } from '../request/prepare.ts'
import type { Stop } from '../request/stop.ts'
import { StartLock } from './start-lock.ts'

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
  /** For what the server says: it may say what it was given. */
  readonly mask: Mask
  /** Who runs now, and who waits. */
  readonly startLock: StartLock
  /** Once it is asked for, nothing more is started or called. */
  readonly stop: Stop
}

export function launchOf(prepared: Prepared, stop: Stop): Launch {
  const { config, server: given, passed, network, layers, project } = prepared
  const server = given.kind === 'http' ? given : { ...given, env: { ...given.env, ...passed }, network }
  const { setup, startTimeoutMs, memoryLimitMb } = config.check
  const memoryBytes = memoryLimitMb * 1024 * 1024
  return {
    server,
    layers,
    project,
    setup,
    startTimeoutMs,
    memoryBytes,
    canaries: canariesFor(),
    mask: maskFor(prepared),
    startLock: new StartLock(),
    stop,
  }
}

/** How a process is watched: from outside, from inside, or not at all. */
export type ObservationMode = 'traced' | 'spied' | 'unwatched'

/** Can calls do no harm: does the sandbox hold whatever the server does? */
export function isContained({ server, layers }: Launch): boolean {
  return server.kind === 'stdio' && layers.L1.works
}
