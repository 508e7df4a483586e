import { hush, messageOf } from '../outcome.ts'

interface Predicate {
  readonly description: string
  readonly errorCode: string
  readonly evaluate: (context: Record<string, unknown>) => boolean
}

/** A guard evaluated before the tool runs: its context is the parsed input's fields. */
export interface PreconditionPredicate extends Predicate {}

/** An assertion evaluated after the tool ran: its context is the output's fields, with the input as `$input`. */
export interface PostconditionPredicate extends Predicate {}

export interface PredicateError {
  readonly code: string
  readonly message: string
}

export interface Evaluation {
  readonly passed: boolean
  /** One entry per failing predicate, in the order they were declared. */
  readonly errors: readonly PredicateError[]
}

/** `C` names the fields the check relies on, as the input schema has them; by default nothing is known of them. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names it
export function createPrecondition<C extends object = Record<string, unknown>>(
  description: string,
  errorCode: string,
  evaluate: (context: C) => boolean,
): PreconditionPredicate {
  return { description, errorCode, evaluate: ofAnyContext(evaluate) }
}

/** `C` names the fields the check relies on, as the output schema has them, and `$input` and `$output`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names it
export function createPostcondition<C extends object = Record<string, unknown>>(
  description: string,
  errorCode: string,
  evaluate: (context: C) => boolean,
): PostconditionPredicate {
  return { description, errorCode, evaluate: ofAnyContext(evaluate) }
}

/** The context has been parsed by the schema that the caller's `C` stands for. */
function ofAnyContext(evaluate: (context: never) => boolean): Predicate['evaluate'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return evaluate as unknown as Predicate['evaluate']
}

export function evaluatePreconditions(
  preconditions: readonly PreconditionPredicate[] | undefined,
  context: Record<string, unknown>,
): Evaluation {
  return evaluate(preconditions, context)
}

export function evaluatePostconditions(
  postconditions: readonly PostconditionPredicate[] | undefined,
  context: Record<string, unknown>,
): Evaluation {
  return evaluate(postconditions, context)
}

function evaluate(predicates: readonly Predicate[] = [], context: Record<string, unknown>): Evaluation {
  const errors: PredicateError[] = []
  for (const predicate of predicates) {
    const failure = failureOf(predicate, context)
    if (failure !== undefined) errors.push(failure)
  }
  return { passed: errors.length === 0, errors }
}

/** Why the predicate does not hold; only `true` passes, so neither a throw nor a Promise can slip through. */
function failureOf(predicate: Predicate, context: Record<string, unknown>): PredicateError | undefined {
  const { description, errorCode: code } = predicate
  try {
    const verdict: unknown = predicate.evaluate(context)
    if (verdict === true) return undefined
    if (verdict === false) return { code, message: description }
    hush(verdict)
    return blameless({
      code,
      message: `${description} (the check returned ${kindOf(verdict)}; it must return true or false)`,
    })
  } catch (error) {
    return blameless({ code, message: `${description} (the check threw: ${messageOf(error)})` })
  }
}

const broken = new WeakSet<PredicateError>()

function blameless(error: PredicateError): PredicateError {
  broken.add(error)
  return error
}

/** Is the predicate itself at fault, as it threw or answered neither true nor false? Then no other value would do. */
export function isBroken(error: PredicateError): boolean {
  return broken.has(error)
}

function kindOf(value: unknown): string {
  if (value instanceof Promise) return 'a Promise'
  return value === null ? 'null' : typeof value
}
