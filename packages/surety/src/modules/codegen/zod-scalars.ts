import { isList } from '@surety/tool-contracts/tools'
import { at, listAt, numberAt, sameJson } from '../../inputs/json.ts'
import { type JsonType, isOfType } from '../../inputs/types.ts'
import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { type Expression, NOTHING, type Part } from './expression.ts'
import { formatCheck } from './formats.ts'
import { literal } from './source-text.ts'

/** A text that keeps the keywords for texts. */
export function textOf({ node }: Part): Expression {
  const { pattern } = node
  const checks = [
    lengthCheck(numberAt(node, 'minLength') ?? 0, numberAt(node, 'maxLength')),
    typeof pattern === 'string' ? `.regex(${regExp(pattern)})` : '',
    formatCheck(at(node, 'format'), 'string'),
  ]
  return { code: `z.string()${checks.join('')}`, type: 'string' }
}

/** JSON Schema counts characters, Zod halves of some: only at none and one do they agree. */
function lengthCheck(min: number, max: number | undefined): string {
  if (max === undefined) return min === 0 ? '' : min === 1 ? '.min(1)' : `.refine(...checks.length(${min}))`
  if (max === 0) return min === 0 ? '.max(0)' : '.max(0).min(1)'
  return `.refine(...checks.length(${min}, ${max}))`
}

/** JSON Schema asks for `u`; patterns that only work without it are common all the same. */
export function regExp(source: string): string {
  try {
    return `new RegExp(${literal(source)}, ${literal(new RegExp(source, 'u').flags)})`
  } catch {
    return `new RegExp(${literal(source)})`
  }
}

/** A number that keeps the keywords for numbers. */
export function numberOf({ node }: Part, isInteger: boolean): Expression {
  const bounds = BOUNDS.map(([keyword, method]) => {
    const bound = numberAt(node, keyword)
    return bound === undefined ? '' : `.${method}(${literal(bound)})`
  })
  const step = numberAt(node, 'multipleOf')
  const checks = [
    isInteger ? '.refine(...checks.integer)' : '',
    ...bounds,
    step === undefined ? '' : `.refine(...checks.multipleOf(${literal(step)}))`,
    formatCheck(at(node, 'format'), 'number'),
  ]
  return { code: `z.number()${checks.join('')}`, type: 'number' }
}

const BOUNDS = [
  ['minimum', 'gte'],
  ['exclusiveMinimum', 'gt'],
  ['maximum', 'lte'],
  ['exclusiveMaximum', 'lt'],
] as const

/** The values that `enum` and `const` leave, of the types allowed; undefined where neither is there. */
export function membersOf(node: JsonObject, types: readonly JsonType[] | undefined): readonly Json[] | undefined {
  const listed = isList(at(node, 'enum')) ? listAt(node, 'enum') : undefined
  const only = at(node, 'const')
  if (listed === undefined && only === undefined) return undefined
  return (listed ?? [only ?? null])
    .filter((value) => only === undefined || sameJson(value, only))
    .filter((value) => types === undefined || types.some((type) => isOfType(value, type)))
}

/** One of these values. */
export function oneOfValues(values: readonly Json[]): Expression {
  if (values.length === 0) return NOTHING
  const isPlain = values.every((value) => value === null || typeof value !== 'object')
  if (!isPlain) return { code: `checks.oneOfValues(${literal(values)})`, type: 'unknown' }
  const texts = [...new Set(values.map(literal))]
  return { code: `z.literal([${texts.join(', ')}])`, type: texts.join(' | ') }
}
