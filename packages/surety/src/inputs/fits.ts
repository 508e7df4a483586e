import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'
import { prefixOf, schemasOfIndex, schemasOfKey } from './children.ts'
import { isMultipleOf } from './decimal.ts'
import { formatNamed } from './formats.ts'
import { at, distinct, lengthOf, listAt, numberAt, objectAt, sameJson, textsAt } from './json.ts'
import { isSchema, type Root, type Schema, schemasAt } from './schema.ts'
import { isOfType, statedTypes } from './types.ts'

/** Does the value satisfy the schema? Formats count only when asked; what cannot be told counts as satisfied. */
export function fits(root: Root, schema: Schema, value: Json, options: { readonly formats?: boolean } = {}): boolean {
  // The answer for a schema and a value never changes, and a question met again while it is open has no base.
  const answers = new Map<Json, Map<JsonObject, boolean>>()

  function check(schema: Schema, value: Json): boolean {
    if (typeof schema === 'boolean') return schema
    const ofValue = answers.get(value) ?? new Map<JsonObject, boolean>()
    answers.set(value, ofValue)
    const known = ofValue.get(schema)
    if (known !== undefined) return known
    ofValue.set(schema, false)
    const answer = scalar(schema, value) && members(schema, value) && combined(schema, value)
    ofValue.set(schema, answer)
    return answer
  }

  function combined(node: JsonObject, value: Json): boolean {
    const passes = (schema: Schema): boolean => check(schema, value)
    const target = typeof node['$ref'] === 'string' ? root.resolve(node['$ref']) : undefined
    if (target !== undefined && !passes(target)) return false
    if (!schemasAt(node, 'allOf').every(passes)) return false
    if (isList(at(node, 'anyOf')) && !schemasAt(node, 'anyOf').some(passes)) return false
    if (isList(at(node, 'oneOf')) && schemasAt(node, 'oneOf').filter(passes).length !== 1) return false
    const { not, if: condition } = node
    if (isSchema(not) && passes(not)) return false
    if (!isSchema(condition)) return true
    const consequence = at(node, passes(condition) ? 'then' : 'else')
    return !isSchema(consequence) || passes(consequence)
  }

  function scalar(node: JsonObject, value: Json): boolean {
    const types = statedTypes(node)
    if (types !== undefined && !types.some((type) => isOfType(value, type))) return false
    if (Object.hasOwn(node, 'const') && !sameJson(at(node, 'const'), value)) return false
    if (isList(at(node, 'enum')) && !listAt(node, 'enum').some((member) => sameJson(member, value))) return false
    if (typeof value === 'number') return numberFits(node, value)
    return typeof value !== 'string' || textFits(node, value)
  }

  function textFits(node: JsonObject, text: string): boolean {
    const length = lengthOf(text)
    if (!between(length, numberAt(node, 'minLength'), numberAt(node, 'maxLength'))) return false
    const { pattern } = node
    if (typeof pattern === 'string' && !root.patterns.matches(pattern, text)) return false
    return options.formats !== true || formatNamed(at(node, 'format'))?.accepts.test(text) !== false
  }

  function members(node: JsonObject, value: Json): boolean {
    if (isList(value)) return listFits(node, value)
    return !isRecord(value) || objectFits(node, value)
  }

  function listFits(node: JsonObject, list: readonly Json[]): boolean {
    if (!between(list.length, numberAt(node, 'minItems'), numberAt(node, 'maxItems'))) return false
    if (at(node, 'uniqueItems') === true && distinct(list).length < list.length) return false
    const { contains } = node
    if (isSchema(contains)) {
      const found = list.filter((item) => check(contains, item)).length
      if (!between(found, numberAt(node, 'minContains') ?? 1, numberAt(node, 'maxContains'))) return false
    }
    const same = prefixOf(node).length
    return list.every((item, index) =>
      schemasOfIndex(node, Math.min(index, same)).every((schema) => check(schema, item)),
    )
  }

  function objectFits(node: JsonObject, object: JsonObject): boolean {
    const keys = Object.keys(object)
    if (!between(keys.length, numberAt(node, 'minProperties'), numberAt(node, 'maxProperties'))) return false
    if (!textsAt(node, 'required').every((key) => Object.hasOwn(object, key))) return false
    const { propertyNames } = node
    if (isSchema(propertyNames) && !keys.every((key) => check(propertyNames, key))) return false
    const dependent = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((name) =>
      Object.entries(objectAt(node, name)),
    )
    for (const [key, demand] of dependent) {
      if (!Object.hasOwn(object, key)) continue
      if (isList(demand) && !demand.every((other) => typeof other === 'string' && Object.hasOwn(object, other)))
        return false
      if (isSchema(demand) && !check(demand, object)) return false
    }
    const fitting = ([key, item]: readonly [string, Json]): boolean =>
      schemasOfKey(root, node, key).every((schema) => check(schema, item))
    // What has no parts is soonest told: it is often the key that says which alternative this is.
    const entries = Object.entries(object)
    return entries.filter(([, item]) => !isRecord(item)).every(fitting) && entries.every(fitting)
  }

  return check(schema, value)
}

function numberFits(node: JsonObject, value: number): boolean {
  if (!between(value, numberAt(node, 'minimum'), numberAt(node, 'maximum'))) return false
  if (value <= (numberAt(node, 'exclusiveMinimum') ?? -Infinity)) return false
  if (value >= (numberAt(node, 'exclusiveMaximum') ?? Infinity)) return false
  const step = numberAt(node, 'multipleOf')
  return step === undefined || step <= 0 || isMultipleOf(value, step)
}

function between(value: number, least = -Infinity, most = Infinity): boolean {
  return value >= least && value <= most
}
