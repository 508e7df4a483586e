import type { ServerNetwork } from '../../author/config/config.ts'
import type { Guarantees } from '../../author/contract-file.ts'
import type { Network } from '../../sandbox/cell.ts'

/** What all of these may reach together, in one order: who may reach the same can be served by the same process. */
export function reachOf(...networks: readonly Guarantees['network'][]): Network {
  if (networks.includes('any')) return true
  const endpoints = networks.flatMap((network) => (typeof network === 'object' ? network : []))
  return endpoints.length > 0 && [...new Set(endpoints)].toSorted()
}

/** What either may reach. */
export function mergeNetworks(one: ServerNetwork, other: ServerNetwork): ServerNetwork {
  const reach = reachOf(one, other)
  if (typeof reach === 'object') return reach
  return reach ? 'any' : []
}
