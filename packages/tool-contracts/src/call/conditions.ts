import type { Contract } from '../contract/declare.ts'
import { type Evaluation, evaluatePostconditions, evaluatePreconditions, isBroken } from '../contract/predicates.ts'
import { isRecord } from '../contract/record.ts'
import { type Result, PASSED, refuse } from '../outcome.ts'

/** Does the input meet what the tool needs? */
export function preconditions(contract: Contract, input: unknown): Result<undefined> {
  if (contract.preconditions.length === 0) return PASSED
  const { passed, errors } = evaluatePreconditions(contract.preconditions, fieldsOf(input))
  if (passed) return PASSED
  const code = errors[0]?.code ?? 'INVALID_INPUT'
  if (errors.some(isBroken)) {
    const message = `A precondition of '${contract.toolName}' cannot be judged: ${listed(errors)}. Another input will not help; tell its author.`
    return refuse('preconditions', 'contract', code, message, { errors })
  }
  const message = `The input breaks a precondition: ${listed(errors)}. Change the input and call again.`
  return refuse('preconditions', 'caller', code, message, { errors })
}

/** Does the output keep what the tool promised? The tool has acted either way. */
export function postconditions(contract: Contract, input: unknown, output: unknown): Result<undefined> {
  if (contract.postconditions.length === 0) return PASSED
  const context = contextOf(input, output)
  const { passed, errors } = evaluatePostconditions(contract.postconditions, context)
  if (passed) return PASSED
  const blame = errors.some(isBroken) ? 'contract' : 'tool'
  const message = `'${contract.toolName}' ran, but broke its promise: ${listed(errors)}. Its output is withheld; it may have acted.`
  return refuse('postconditions', blame, errors[0]?.code ?? 'INVALID_OUTPUT', message, { errors })
}

/** Built field by field: V8 takes twenty times as long to freeze what was spread. */
function contextOf(input: unknown, output: unknown): Record<string, unknown> {
  const fields = fieldsOf(output)
  const context: Record<string, unknown> = {}
  for (const key in fields) context[key] = fields[key]
  context['$input'] = input
  context['$output'] = output
  return Object.freeze(context)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function listed(errors: Evaluation['errors']): string {
  return errors.map(({ message }) => message.replace(/\.$/, '')).join('; ')
}
