import type { Approver } from '@surety/tool-contracts'
import { keyedHash, storedValue } from '@surety/tool-contracts/journal'
import { randomBytes } from 'node:crypto'
import type { Engine } from './engine.ts'

/** More than a person reads; larger arguments are shown as digest and size. */
const MAX_SHOWN_BYTES = 16_384

/** Lets a call through once a person has said yes to it, and puts it in the queue until then. */
export function queueApprover(engine: Engine, hashKey: () => Promise<string>, expiresMs: () => number): Approver {
  return async ({ input, shownInput, approvalId, contractHash, description, principal, role, toolName }) =>
    engine.decide({
      newId: `apr_${randomBytes(12).toString('hex')}`,
      approvalId,
      principal,
      toolName,
      description,
      role,
      arguments: JSON.stringify(storedValue(shownInput, MAX_SHOWN_BYTES)),
      // With whose and which call it is: the arguments of another call cannot be compared.
      argumentsHash: keyedHash(await hashKey(), [principal, toolName, input]),
      contractHash,
      expiresMs: expiresMs(),
    })
}
