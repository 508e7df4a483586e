import type { Network } from '../../sandbox/cell.ts'

/** What makes two calls need different processes. */
export interface Profile {
  readonly env: Readonly<Record<string, string>>
  readonly network: Network
  readonly memoryBytes: number
}

/** The same for calls that the same process can serve. */
export function profileKey({ env, network, memoryBytes }: Profile): string {
  return JSON.stringify([Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1)), network, memoryBytes])
}
