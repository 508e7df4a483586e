import { isList } from '@surety/tool-contracts/tools'
import { at, numberAt } from '../../inputs/json.ts'
import { type Schema, isSchema, schemasAt } from '../../inputs/schema.ts'
import { type Expression, type Part, judging } from './expression.ts'

/** A list that keeps the keywords for lists. */
export function listOf(part: Part): Expression {
  const { node } = part
  const { prefix, rest } = itemsOf(part)
  const min = numberAt(node, 'minItems') ?? 0
  const max = numberAt(node, 'maxItems')
  const list = prefix.length === 0 ? arrayOf(part, rest, min, max) : tupleOf(part, prefix, rest, min, max)
  return { code: `${list.code}${listChecks(part)}`, type: list.type }
}

/** Are there keywords that only a check of the whole list can hold? */
export function checksList({ node }: Part): boolean {
  return at(node, 'uniqueItems') === true || isSchema(at(node, 'contains'))
}

function itemsOf({ node, scope }: Part): { readonly prefix: readonly Schema[]; readonly rest: Schema } {
  const isOld = scope.isDraft07 && isList(at(node, 'items'))
  const rest = at(node, isOld ? 'additionalItems' : 'items')
  const prefix = scope.isDraft07 ? (isOld ? schemasAt(node, 'items') : []) : schemasAt(node, 'prefixItems')
  return { prefix, rest: isSchema(rest) ? rest : true }
}

function arrayOf({ scope }: Part, item: Schema, min: number, max: number | undefined): Expression {
  const { code, type } = scope.translate(item, scope)
  const bounds = `${min > 0 ? `.min(${min})` : ''}${max === undefined ? '' : `.max(${max})`}`
  return { code: `z.array(${code})${bounds}`, type: `(${type})[]` }
}

/** Items that `minItems` does not ask for may be missing. */
function tupleOf(
  { scope }: Part,
  prefix: readonly Schema[],
  rest: Schema,
  min: number,
  max: number | undefined,
): Expression {
  const judged = { ...scope, fillsDefaults: false }
  const items = prefix.map((schema, index) => {
    const { code, type } = scope.translate(schema, judged)
    return index < min ? { code, type } : { code: `${code}.optional()`, type: `(${type} | undefined)?` }
  })
  const more = rest === false ? undefined : scope.translate(rest, judged)
  const code = `z.tuple([${items.map((item) => item.code).join(', ')}]${more === undefined ? '' : `, ${more.code}`})`
  const types = [...items.map((item) => item.type), ...(more === undefined ? [] : [`...(${more.type})[]`])]
  const isBound = min > prefix.length || max !== undefined
  return { code: isBound ? `${code}.refine(...checks.items(${min}, ${max}))` : code, type: `[${types.join(', ')}]` }
}

function listChecks({ node, scope }: Part): string {
  const unique = at(node, 'uniqueItems') === true ? '.refine(...checks.unique)' : ''
  const { contains } = node
  if (!isSchema(contains)) return unique
  const min = scope.isDraft07 ? 1 : (numberAt(node, 'minContains') ?? 1)
  const max = scope.isDraft07 ? undefined : numberAt(node, 'maxContains')
  return `${unique}.refine(...checks.contains(${judging(contains, scope)}, ${min}, ${max}))`
}
