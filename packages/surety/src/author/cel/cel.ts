import { Environment, ParseError, type ParseResult, TypeError as CelTypeError } from '@marcbachmann/cel-js'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { celLimit, fieldsTested, isHeavy } from './cel-limits.ts'
import { declareTypes } from './cel-types.ts'
import { toCel } from './cel-values.ts'
import { withinTime } from '../schema/within-time.ts'

/** A condition in CEL over `input`, or over `input` and `output`. */
export interface Expression {
  readonly source: string
  /** What it evaluates to; undefined where it fails or takes too long. */
  readonly evaluate: (scope: Readonly<Record<string, unknown>>) => unknown
  /** Why it cannot be meant for values of these schemas; one that is missing says nothing of its values. */
  readonly misfit: (schemas: Readonly<Record<string, JsonSchema | undefined>>) => string | undefined
}

export type CompiledExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly reason: string }

const MAX_NODES = 200
const MAX_NESTING = 50

/** `1.5 * input.quantity` should not depend on whether a number happens to be whole. */
const MIXED = { '+': sum, '-': difference, '*': product, '/': quotient } as const

const base = Object.entries(MIXED).reduce(
  (made, [operator, apply]) =>
    made.registerOperator(`int ${operator} double`, apply).registerOperator(`double ${operator} int`, apply),
  new Environment({
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: MAX_NODES, maxDepth: MAX_NESTING },
  }),
)

const environments = {
  input: base.clone().registerVariable('input', 'dyn'),
  output: base.clone().registerVariable('input', 'dyn').registerVariable('output', 'dyn'),
}

/** An expression that may speak of the input alone, or of the `output` too. */
export function compileCel(source: string, upTo: 'input' | 'output'): CompiledExpression {
  const environment = environments[upTo]
  try {
    const parsed = environment.parse(source)
    const reason = celLimit(parsed.ast) ?? misfitOf(parsed)
    return reason === undefined ? { ok: true, expression: expressionOf(environment, source) } : { ok: false, reason }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

function expressionOf(environment: Environment, source: string): Expression {
  let parsed = environment.parse(source)
  const { ast } = parsed
  const heavy = isHeavy(ast)
  return {
    source,
    evaluate(scope) {
      try {
        const values = Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, toCel(value)]))
        if (!heavy) return parsed(values)
        const result = withinTime((): unknown => parsed(values), HEAVY_MS)
        if (result.ok) return result.value
      } catch {
        return undefined
      }
      // What was cut off may have left its state half changed.
      parsed = environment.parse(source)
      return undefined
    },
    misfit(schemas) {
      const typed = declareTypes(base.clone(), schemas)
      const fields = fieldsTested(ast).map(({ start, end }) => typed.check(source.slice(start, end)))
      const unknown = fields.find(({ valid }) => !valid)
      return unknown === undefined ? misfitOf(typed.parse(source)) : reasonOf(unknown.error)
    },
  }
}

const HEAVY_MS = 1000

function misfitOf(parsed: ParseResult): string | undefined {
  const { valid, type = 'value', error } = parsed.check()
  if (!valid) return reasonOf(error)
  return type === 'bool' || type === 'dyn'
    ? undefined
    : `it gives ${/^[aiou]/.test(type) ? 'an' : 'a'} ${type}, not true or false`
}

function reasonOf(error: unknown): string {
  const isOurs = error instanceof ParseError || error instanceof CelTypeError
  if (!isOurs) return error instanceof Error ? error.message : 'it cannot be read'
  return error.range === undefined ? error.summary : `${error.summary} (character ${error.range.start + 1})`
}

type Numeric = bigint | number

function sum(left: Numeric, right: Numeric): number {
  return Number(left) + Number(right)
}

function difference(left: Numeric, right: Numeric): number {
  return Number(left) - Number(right)
}

function product(left: Numeric, right: Numeric): number {
  return Number(left) * Number(right)
}

function quotient(left: Numeric, right: Numeric): number {
  return Number(left) / Number(right)
}
