import type { Ability, Layers } from '../sandbox/cell.ts'
import type { LogLine, WriteLog } from '../serve/log.ts'
import type { Store } from '../store/types.ts'

/** How the studio is, and what it stands on. */
export interface Health {
  readonly status: 'ok' | 'degraded'
  readonly versions: { readonly surety: string; readonly node: string; readonly platform: string }
  readonly stores: readonly { readonly name: string; readonly ready: boolean; readonly reason?: string }[]
  readonly sandbox: Readonly<Record<keyof Layers, { readonly works: boolean; readonly reason?: string }>>
  /** The servers that surety.yaml names; the studio connects to none. */
  readonly upstreams: readonly { readonly name: string; readonly kind: string }[]
  /** The newest first: failures of tools and of what they rely on, never refusals that are the caller's own. */
  readonly lastErrors: readonly HealthError[]
}

interface HealthError {
  readonly time: string
  readonly tool: string
  readonly code: string
  readonly traceId: string
}

export interface HealthSources {
  readonly version: string
  /** The store as it may be printed. */
  readonly shownStore: string
  readonly store: Pick<Store, 'ready'>
  readonly layers: Layers
  readonly upstreams: Health['upstreams']
  readonly errors: ErrorMemory
}

export async function healthOf(sources: HealthSources): Promise<Health> {
  const { version, shownStore, store, layers, upstreams, errors } = sources
  const reason = await whyNotReady(store)
  return {
    status: reason === undefined ? 'ok' : 'degraded',
    versions: { surety: version, node: process.version, platform: process.platform },
    stores: [{ name: shownStore, ready: reason === undefined, ...(reason !== undefined && { reason }) }],
    sandbox: { L1: told(layers.L1), L2: told(layers.L2), L3: told(layers.L3) },
    upstreams,
    lastErrors: errors.last(),
  }
}

async function whyNotReady(store: Pick<Store, 'ready'>): Promise<string | undefined> {
  try {
    await store.ready()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'It cannot be asked.'
  }
}

function told(ability: Ability): Health['sandbox']['L1'] {
  return ability.works ? { works: true } : { works: false, reason: ability.reason }
}

/** What the log of the server told of failures lately. */
export interface ErrorMemory {
  readonly write: WriteLog
  readonly last: () => readonly HealthError[]
}

const MAX_ERRORS = 10
const NOT_THE_CALLERS = new Set<unknown>(['tool', 'contract', 'environment'])

export function rememberErrors(write: WriteLog): ErrorMemory {
  let errors: readonly HealthError[] = []
  return {
    write(line) {
      if (line.event === 'refused' && NOT_THE_CALLERS.has(line['blame']))
        errors = [errorOf(line), ...errors].slice(0, MAX_ERRORS)
      write(line)
    },
    last: () => errors,
  }
}

function errorOf({ time, tool, code, traceId }: LogLine): HealthError {
  return { time, tool: String(tool), code: String(code), traceId: String(traceId) }
}
