/** @typedef {Record<string, any>} Values */

export const TEXT = { type: 'string' }
export const COUNT = { type: 'integer' }

/** An object schema; every property is required but those that have a default or are named optional. */
export function schemaOf(/** @type {Values} */ properties, /** @type {string[]} */ optional = []) {
  const required = Object.keys(properties).filter((key) => !('default' in properties[key]) && !optional.includes(key))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/**
 * What is wrong with a value, in one sentence that carries no error code; undefined where nothing is.
 * @returns {string | undefined}
 */
export function problemIn(/** @type {any} */ value, /** @type {Values} */ schema, /** @type {string} */ path) {
  if (!hasType(value, schema['type'])) return `The value at ${path} must be of type ${schema['type']}.`
  if (schema['enum'] && !schema['enum'].includes(value)) return `The value at ${path} must be one of ${schema['enum']}.`
  if (value < schema['minimum'] || value > schema['maximum']) return `The number at ${path} is out of range.`
  const length = typeof value === 'string' ? Array.from(value).length : value?.length
  if (length < (schema['minLength'] ?? schema['minItems'])) return `The value at ${path} is too short.`
  if (length > (schema['maxLength'] ?? schema['maxItems'])) return `The value at ${path} is too long.`
  if (schema['pattern'] && !new RegExp(schema['pattern'], 'u').test(value))
    return `The text at ${path} has a wrong form.`
  if (Array.isArray(value)) return firstProblem(value.map((item, at) => [item, schema['items'] ?? {}, `${path}/${at}`]))
  if (typeof value !== 'object' || value === null) return undefined
  const missing = (schema['required'] ?? []).find((/** @type {string} */ key) => !Object.hasOwn(value, key))
  if (missing !== undefined) return `The key ${missing} is missing at ${path}.`
  const known = Object.entries(schema['properties'] ?? {}).filter(([key]) => Object.hasOwn(value, key))
  return firstProblem(known.map(([key, child]) => [value[key], child, `${path}/${key}`]))
}

function firstProblem(/** @type {[any, Values, string][]} */ parts) {
  return parts.map((part) => problemIn(...part)).find((problem) => problem !== undefined)
}

function hasType(/** @type {unknown} */ value, /** @type {string | undefined} */ type) {
  if (type === undefined) return true
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
