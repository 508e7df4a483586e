import type { Contract } from '../contract/declare.ts'
import type { Enforced } from '../journal/execution-step.ts'

const records = new WeakMap<Contract, Enforced>()

/** What the steps of a contract say about its limits: one object for all of them. */
export function enforcedBy(contract: Contract, memory: boolean): Enforced {
  const known = records.get(contract)
  if (known?.memory === memory) return known
  const { timeoutMs, maxOutputBytes } = contract.limits
  const enforced = { timeoutMs, maxOutputBytes, memory }
  records.set(contract, enforced)
  return enforced
}
