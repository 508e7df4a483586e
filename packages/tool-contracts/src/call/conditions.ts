import type { Contract } from '../contract/declare.ts'
import { type Evaluation, evaluatePostconditions, evaluatePreconditions } from '../contract/predicates.ts'
import { isRecord } from '../contract/record.ts'
import { type Result, PASSED, refuse } from '../outcome.ts'

/** Does the input meet what the tool needs? */
export function preconditions(contract: Contract, input: unknown): Result<undefined> {
  if (contract.preconditions.length === 0) return PASSED
  const { passed, errors } = evaluatePreconditions(contract.preconditions, fieldsOf(input))
  if (passed) return PASSED
  return refuse(
    'preconditions',
    'caller',
    errors[0]?.code ?? 'INVALID_INPUT',
    `The input breaks a precondition: ${listed(errors)}. Change the input and call again.`,
    { errors },
  )
}

/** Does the output keep what the tool promised? The tool has acted either way. */
export function postconditions(contract: Contract, input: unknown, output: unknown): Result<undefined> {
  if (contract.postconditions.length === 0) return PASSED
  const context = Object.freeze({ ...fieldsOf(output), $input: input, $output: output })
  const { passed, errors } = evaluatePostconditions(contract.postconditions, context)
  if (passed) return PASSED
  return refuse(
    'postconditions',
    'tool',
    errors[0]?.code ?? 'INVALID_OUTPUT',
    `'${contract.toolName}' ran, but broke its promise: ${listed(errors)}. Its output is withheld; it may have acted.`,
    { errors },
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function listed(errors: Evaluation['errors']): string {
  return errors.map(({ message }) => message.replace(/\.$/, '')).join('; ')
}
