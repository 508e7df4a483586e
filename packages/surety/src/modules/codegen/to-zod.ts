import type { JsonObject } from '@surety/tool-contracts/tools'
import { at } from '../../inputs/json.ts'
import { type Schema, isSchema, schemasAt } from '../../inputs/schema.ts'
import { type JsonType, statedTypes } from '../../inputs/types.ts'
import { annotations } from './annotations.ts'
import { ANYTHING, type Expression, NOTHING, type Part, type Scope, judging } from './expression.ts'
import { block } from './source-text.ts'
import { checksList, listOf } from './zod-array.ts'
import { checksObject, objectOf } from './zod-object.ts'
import { membersOf, numberOf, oneOfValues, textOf } from './zod-scalars.ts'

/**
 * The Zod schema that accepts what a JSON Schema accepts, as the project's validator understands it. What Zod has words
 * for is said in them; the rest are checks.
 */
export function toZod(schema: Schema, scope: Scope): Expression {
  if (typeof schema === 'boolean') return schema ? ANYTHING : NOTHING
  const part = { node: schema, scope }
  const checks = checksOf(part)
  const main = mainOf(part, checks.length > 0)
  const calls = [...checks, ...main.checks].map((check) => `.superRefine(${check})`)
  return { code: `${main.code}${calls.join('')}${annotations(schema, main)}`, type: main.type }
}

interface Main extends Expression {
  /** What is left of the alternatives, which only one thing can be. */
  readonly checks: readonly string[]
}

/** What says most about the type of the value: its own keywords, references and parts, or else its alternatives. */
function mainOf(part: Part, isChecked: boolean): Main {
  const { node, scope } = part
  const judged: Part = { node, scope: { ...scope, fillsDefaults: false } }
  const alternatives = alternativesOf(judged)
  const typed = typedOf(judged)
  const strong = typed.filter(({ type }) => type !== 'unknown')
  const weak = typed.filter(({ type }) => type === 'unknown').map(({ code }) => `checks.also(${code})`)
  if (strong.length > 1) {
    const type = strong.map(({ type }) => `(${type})`).join(' & ')
    const codes = strong.map(({ code }) => code)
    return { code: block(`checks.allOf<${type}>([`, codes, '])'), type, checks: [...weak, ...also(alternatives)] }
  }
  const [only] = strong
  const others = only === undefined ? alternatives.slice(1) : alternatives
  const fills = !isChecked && weak.length + others.length === 0 && !checksList(part) && !checksObject(part)
  const chosen = fills ? [...typedOf(part).filter(({ type }) => type !== 'unknown'), ...alternativesOf(part)] : []
  const main = chosen[0] ?? only ?? alternatives[0] ?? ANYTHING
  return { ...main, checks: [...weak, ...also(others)] }
}

function also(expressions: readonly Expression[]): string[] {
  return expressions.map(({ code }) => `checks.also(${code})`)
}

/** What holds all at once and has a type. */
function typedOf(part: Part): readonly Expression[] {
  const { node, scope } = part
  const reference = at(node, '$ref')
  return [
    ...ownOf(part),
    ...(typeof reference === 'string' ? [scope.reference(reference)] : []),
    ...schemasAt(node, 'allOf').map((schema) => scope.translate(schema, scope)),
  ]
}

function alternativesOf({ node, scope }: Part): readonly Expression[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const options = schemasAt(node, keyword).map((schema) => scope.translate(schema, scope))
    if (options.length === 0) return []
    const type = options.map((option) => `(${option.type})`).join(' | ')
    const codes = options.map(({ code }) => code)
    return [{ code: block(`z.${keyword === 'anyOf' ? 'union' : 'xor'}([`, codes, '])'), type }]
  })
}

/** What `enum`, `const` and `type` make of it, with the keywords of the types. */
function ownOf(part: Part): readonly Expression[] {
  const types = typesOf(part.node)
  const members = membersOf(part.node, types)
  if (members !== undefined) return [oneOfValues(members)]
  if (types === undefined) return []
  const options = types.map((type) => ofType(part, type))
  const [first = NOTHING] = options
  if (options.length < 2) return [first]
  const codes = options.map(({ code }) => code)
  return [{ code: block('z.union([', codes, '])'), type: options.map(({ type }) => `(${type})`).join(' | ') }]
}

/** `type`, to which `nullable` adds null. */
function typesOf(node: JsonObject): readonly JsonType[] | undefined {
  const stated = statedTypes(node)
  if (stated === undefined) return undefined
  const types = stated.filter((type) => type !== 'integer' || !stated.includes('number'))
  return at(node, 'nullable') === true && !types.includes('null') ? [...types, 'null'] : types
}

function ofType(part: Part, type: JsonType): Expression {
  if (type === 'string') return textOf(part)
  if (type === 'number' || type === 'integer') return numberOf(part, type === 'integer')
  if (type === 'array') return listOf(part)
  if (type === 'object') return objectOf(part)
  return { code: `z.${type}()`, type }
}

/** What can only be checked: what must not be, what depends, and the keywords of types where no type is stated. */
function checksOf(part: Part): readonly string[] {
  const { node, scope } = part
  const { not } = node
  return [
    ...untypedChecks(part),
    ...(isSchema(not) ? [`checks.not(${judging(not, scope)})`] : []),
    ...conditionOf(node, scope),
  ]
}

function conditionOf(node: JsonObject, scope: Scope): readonly string[] {
  const { if: condition, then, else: otherwise } = node
  if (!isSchema(condition) || (!isSchema(then) && !isSchema(otherwise))) return []
  const branches = [condition, then, otherwise].map((branch) => judging(isSchema(branch) ? branch : true, scope))
  return [`checks.when(${branches.join(', ')})`]
}

function untypedChecks(part: Part): readonly string[] {
  const types = typesOf(part.node)
  const hasMembers = membersOf(part.node, types) !== undefined
  if (types !== undefined && !hasMembers) return []
  const judged = { node: part.node, scope: { ...part.scope, fillsDefaults: false } }
  return (['string', 'number', 'array', 'object'] as const)
    .map((type) => ({ type, code: ofType(judged, type).code }))
    .filter(({ type, code }) => code !== PLAIN[type])
    .map(({ type, code }) => `checks.ifType('${type}', ${code})`)
}

/** What a type comes to without keywords. */
const PLAIN: Readonly<Record<'string' | 'number' | 'array' | 'object', string>> = {
  string: 'z.string()',
  number: 'z.number()',
  array: 'z.array(checks.anything)',
  object: 'z.looseObject({})',
}

/** The keywords that nothing generated holds: what they mean depends on what other parts have looked at. */
export function unheldKeywords(schema: JsonObject): readonly string[] {
  const text = JSON.stringify(schema)
  return ['$dynamicRef', '$recursiveRef', 'unevaluatedItems', 'unevaluatedProperties'].filter((keyword) =>
    text.includes(`"${keyword}":`),
  )
}
