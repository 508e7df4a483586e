import { isList } from '@surety/tool-contracts/tools'
import { fits } from '../../inputs/fits.ts'
import { at, numberAt, objectAt, textsAt } from '../../inputs/json.ts'
import { type Schema, isSchema } from '../../inputs/schema.ts'
import { type Expression, type Part, judging } from './expression.ts'
import { block, literal, propertyKey } from './source-text.ts'
import { regExp } from './zod-scalars.ts'

/** An object that keeps the keywords for objects. */
export function objectOf(part: Part): Expression {
  const checks = objectChecks(part)
  const { code, type } = shapeOf(part)
  return { code: `${code}${checks.map((check) => `.superRefine(${check})`).join('')}`, type }
}

/** Are there keywords that only a check of the whole object can hold? */
export function checksObject(part: Part): boolean {
  return objectChecks(part).length > 0
}

function shapeOf(part: Part): Expression {
  const { node, scope } = part
  const properties = propertiesOf(part)
  const rest = restOf(part)
  if (properties.some(({ name }) => isInherited(name))) return listedMembers(part, properties)
  if (properties.length === 0 && typeof rest === 'object' && !hasPatterns(part)) {
    const { code, type } = scope.translate(rest, scope)
    return { code: `z.record(z.string(), ${code})`, type: `{ [key: string]: ${type} }` }
  }
  const isClosed = at(node, 'additionalProperties') === false && !hasPatterns(part)
  const members = properties.map((property) => memberOf(part, property))
  const open = `z.${isClosed ? 'strictObject' : 'looseObject'}({`
  const types = [...members.map(({ type }) => type), ...(isClosed ? [] : ['[key: string]: unknown'])]
  return {
    code: block(
      open,
      members.map(({ code }) => code),
      '})',
    ),
    type: types.length === 0 ? 'Record<string, never>' : `{ ${types.join('; ')} }`,
  }
}

interface Property {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

function propertiesOf(part: Part): readonly Property[] {
  const { node } = part
  const stated = Object.entries(objectAt(node, 'properties'))
  const required = textsAt(node, 'required')
  const rest = restOf(part)
  const unstated = [...new Set(required)]
    .filter((name) => !Object.hasOwn(objectAt(node, 'properties'), name))
    .map((name) => ({ name, schema: hasPatterns(part) ? true : rest, isRequired: true }))
  const named = stated.map(([name, schema]) => ({
    name,
    schema: isSchema(schema) ? schema : true,
    isRequired: required.includes(name),
  }))
  return [...named, ...unstated]
}

function restOf({ node }: Part): Schema {
  const rest = at(node, 'additionalProperties')
  return isSchema(rest) ? rest : true
}

function hasPatterns({ node }: Part): boolean {
  return Object.keys(objectAt(node, 'patternProperties')).length > 0
}

/** Every object has these without anybody having written them, and Zod does not tell. */
function isInherited(name: string): boolean {
  return name in Object.prototype
}

function memberOf({ scope }: Part, { name, schema, isRequired }: Property): Expression {
  const { code, type } = scope.translate(schema, scope)
  const key = propertyKey(name)
  const preset = typeof schema === 'object' ? at(schema, 'default') : undefined
  const said = preset === undefined ? '' : `.meta({ default: ${literal(preset)} })`
  if (isRequired) return { code: `${key}: ${code}${said}`, type: `${key}: ${type}` }
  const isFilled = scope.fillsDefaults && preset !== undefined && fits(scope.root, schema, preset, { formats: true })
  const optional = `${key}?: ${type} | undefined`
  if (!isFilled) return { code: `${key}: ${code}.optional()${said}`, type: optional }
  // A default of Zod's is not parsed; one with parts may have defaults to fill in itself.
  const method = typeof preset === 'object' ? 'prefault' : 'default'
  return { code: `${key}: ${code}.${method}(${literal(preset)})`, type: optional }
}

/** The object as it is, its members looked up one by one. */
function listedMembers(part: Part, properties: readonly Property[]): Expression {
  const entries = properties.map(
    ({ name, schema, isRequired }) => `[${literal(name)}, ${judging(schema, part.scope)}, ${isRequired}]`,
  )
  return { code: block('checks.members([', entries, '])'), type: '{ [key: string]: unknown }' }
}

function objectChecks(part: Part): readonly string[] {
  const { node, scope } = part
  const min = numberAt(node, 'minProperties') ?? 0
  const max = numberAt(node, 'maxProperties')
  const { propertyNames } = node
  const matching = Object.entries(objectAt(node, 'patternProperties')).flatMap(([pattern, schema]) =>
    isSchema(schema) ? [`checks.matching(${regExp(pattern)}, ${judging(schema, scope)})`] : [],
  )
  return [
    ...(min > 0 || max !== undefined ? [`checks.properties(${min}, ${max})`] : []),
    ...(isSchema(propertyNames) ? [`checks.names(${judging(propertyNames, scope)})`] : []),
    ...matching,
    ...othersCheck(part),
    ...dependentChecks(part),
  ]
}

/** What `additionalProperties` asks, where the shape cannot say it. */
function othersCheck(part: Part): readonly string[] {
  const { node, scope } = part
  const rest = restOf(part)
  const properties = propertiesOf(part)
  const isSaid = !hasPatterns(part) && !properties.some(({ name }) => isInherited(name))
  if (rest === true || (isSaid && (rest === false || properties.length === 0))) return []
  const known = Object.keys(objectAt(node, 'properties'))
  const patterns = Object.keys(objectAt(node, 'patternProperties')).map(regExp)
  return [`checks.others(${literal(known)}, [${patterns.join(', ')}], ${judging(rest, scope)})`]
}

function dependentChecks({ node, scope }: Part): readonly string[] {
  const dependent = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(objectAt(node, keyword)),
  )
  return dependent.flatMap(([name, demand]) => {
    if (isList(demand)) return [`checks.together(${literal(name)}, ${literal(demand)})`]
    return isSchema(demand) ? [`checks.whenPresent(${literal(name)}, ${judging(demand, scope)})`] : []
  })
}
