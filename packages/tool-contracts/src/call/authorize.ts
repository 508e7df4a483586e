import type { Contract } from '../contract/declare.ts'
import { type Result, PASSED, refuse } from '../outcome.ts'
import type { CallPolicy } from './ports.ts'

/** Does the caller's role have every capability the tool needs? */
export function authorize(contract: Contract, role: string | undefined, policy: CallPolicy): Result<undefined> {
  const missing = policy.missing(role, contract)
  if (missing.length === 0) return PASSED
  const who = role === undefined ? 'A caller without a role' : `Role '${role}'`
  const message = `${who} may not call '${contract.toolName}': it needs ${missing.join(', ')}. Use a tool your role allows, or ask an operator for the capability.`
  return refuse('authorize', 'caller', 'PERMISSION_DENIED', message, { missing, role: role ?? null })
}
