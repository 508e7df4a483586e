import type { Effects } from './declare.ts'
import { allowsEndpoint } from './endpoint.ts'
import { leadsToGlob, matchesGlob } from './glob.ts'

/** Something that a tool did, or tried to do, outside itself. */
export type Effect = FileChange | Connection | LastingProcess

export interface FileChange {
  readonly kind: 'write' | 'create' | 'append' | 'delete' | 'rename' | 'truncate' | 'attributes'
  readonly place: Place
  /** Relative to the project for a file under it, absolute otherwise; without links and `..`. */
  readonly path: string
  /** Whether it was there before: changing it destroys something. */
  readonly existed: boolean
}

export type Place = 'project' | 'temp' | 'home' | 'elsewhere'

interface Connection {
  readonly kind: 'connect'
  /** `host:port` */
  readonly target: string
}

/** A process that goes on after the call. */
interface LastingProcess {
  readonly kind: 'process'
}

/** Does the contract allow the effect? What it does not mention it does not allow (INV-MCP-002). */
export function allowsEffect({ sideEffects, writes, network }: Effects, effect: Effect): boolean {
  if (effect.kind === 'process') return false
  if (effect.kind === 'connect') return allowsConnection(network, effect.target)
  if (effect.place === 'temp') return sideEffects === 'filesystem'
  if (effect.place !== 'project') return false
  return writes.some((glob) => matchesGlob(glob, effect.path) || makesFolderOf(glob, effect))
}

function allowsConnection(network: Effects['network'], target: string): boolean {
  if (network === 'any') return true
  return network !== 'none' && network.some((entry) => allowsEndpoint(entry, target))
}

/** Whoever may write `data/invoices/**` may make the folder `data`. */
function makesFolderOf(glob: string, { kind, path, existed }: FileChange): boolean {
  return (kind === 'write' || kind === 'create') && !existed && leadsToGlob(glob, path)
}
