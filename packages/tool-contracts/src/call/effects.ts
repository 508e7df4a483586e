import type { Effects } from '../contract/declare.ts'
import type { Operation } from '../journal/step.ts'

const CHANGES: ReadonlySet<string> = new Set(['write', 'create', 'append', 'delete', 'rename', 'truncate'])

/** Why the contract does not allow what the handler says it did, or undefined (INV-MCP-002). */
export function undeclaredEffect({ sideEffects, network }: Effects, { kind, target }: Operation): string | undefined {
  if (CHANGES.has(kind) && sideEffects === 'none')
    return `It recorded ${kind} '${target}', but declares sideEffects 'none'.`
  if (kind !== 'connect' || network === 'any') return undefined
  const isDeclared = network !== 'none' && network.some((host) => target === host || target.startsWith(`${host}:`))
  return isDeclared ? undefined : `It recorded connect '${target}', which its contract's network does not name.`
}
