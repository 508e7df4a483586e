import { ignoreRejection, messageOf } from '../outcome.ts'

interface Predicate<Context, Code extends string = string> {
  readonly description: string
  readonly errorCode: Code
  readonly evaluate: Check<Context>['passes']
}

interface Check<Context> {
  // A method: a predicate on known fields stands wherever one on any fields may.
  passes(context: Context): boolean
}

/** A guard evaluated before the tool runs: its context is the parsed input's fields. */
export interface PreconditionPredicate<
  Context = Record<string, unknown>,
  Code extends string = string,
> extends Predicate<Context, Code> {}

/** An assertion evaluated after the tool ran: its context is the output's fields, with the input as `$input`. */
export interface PostconditionPredicate<
  Context = Record<string, unknown>,
  Code extends string = string,
> extends Predicate<Context, Code> {}

export interface PredicateError {
  readonly code: string
  readonly message: string
}

export interface Evaluation {
  readonly passed: boolean
  /** One entry per failing predicate, in the order they were declared. */
  readonly errors: readonly PredicateError[]
}

/** `C` names the fields the check relies on; a predicate written in a contract, as an object, knows them from its schema. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names it
export function createPrecondition<C extends object = Record<string, unknown>>(
  description: string,
  errorCode: string,
  evaluate: (context: C) => boolean,
): PreconditionPredicate {
  return { description, errorCode, evaluate: onAnyFields(evaluate) }
}

/** `C` names the fields the check relies on, and `$input` and `$output`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names it
export function createPostcondition<C extends object = Record<string, unknown>>(
  description: string,
  errorCode: string,
  evaluate: (context: C) => boolean,
): PostconditionPredicate {
  return { description, errorCode, evaluate: onAnyFields(evaluate) }
}

/** The fields have been parsed by the schema that the caller's `C` stands for. */
function onAnyFields(evaluate: (context: never) => boolean): PreconditionPredicate['evaluate'] {
  return evaluate
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

function evaluate(
  predicates: readonly Predicate<Record<string, unknown>>[] = [],
  context: Record<string, unknown>,
): Evaluation {
  const errors: PredicateError[] = []
  for (const predicate of predicates) {
    const failure = failureOf(predicate, context)
    if (failure !== undefined) errors.push(failure)
  }
  return { passed: errors.length === 0, errors }
}

/** Why the predicate does not hold; only `true` passes, so neither a throw nor a Promise can slip through. */
function failureOf(
  predicate: Predicate<Record<string, unknown>>,
  context: Record<string, unknown>,
): PredicateError | undefined {
  const { description, errorCode: code } = predicate
  try {
    const verdict: unknown = predicate.evaluate(context)
    if (verdict === true) return undefined
    if (verdict === false) return { code, message: description }
    ignoreRejection(verdict)
    return markBroken({
      code,
      message: `${description} (the check returned ${kindOf(verdict)}; it must return true or false)`,
    })
  } catch (error) {
    return markBroken({ code, message: `${description} (the check threw: ${messageOf(error)})` })
  }
}

const broken = new WeakSet<PredicateError>()

function markBroken(error: PredicateError): PredicateError {
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
