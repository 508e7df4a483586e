import type { Approver } from '@surety/tool-contracts'
import { keyedHash } from '@surety/tool-contracts/journal'
import { randomBytes } from 'node:crypto'
import type { Engine } from './engine.ts'

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
      arguments: JSON.stringify(shownInput) ?? 'null',
      // With whose and which call it is: the arguments of another call cannot be compared.
      argumentsHash: keyedHash(await hashKey(), [principal, toolName, input]),
      contractHash,
      expiresMs: expiresMs(),
    })
}
