import { isRecord } from '@surety/tool-contracts/tools'
import { MODERN_VERSION, isModern } from './era.ts'
import type { Message } from './incoming.ts'

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/
const ENCODED = /^=\?base64\?.*\?=$/

/** What a request of the modern era repeats in its headers, for whoever routes it without reading it. */
export function modernHeaders({ method, params }: Message, inputSchema: unknown): Readonly<Record<string, string>> {
  if (!isModern(params)) return {}
  const common = { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': String(method) }
  if (method !== 'tools/call') return common
  const mirrored = mirror(inputSchema, params['arguments']).map(([name, value]) => [name, headerValue(value)])
  return { ...common, 'mcp-name': headerValue(String(params['name'])), ...Object.fromEntries(mirrored) }
}

/** The arguments that the tool's schema wants in headers too, by `x-mcp-header` on the property. */
function mirror(schema: unknown, input: unknown): readonly (readonly [string, string])[] {
  if (!isRecord(schema) || !isRecord(schema['properties']) || !isRecord(input)) return []
  return Object.entries(schema['properties']).flatMap(([key, property]) => {
    if (!isRecord(property) || !Object.hasOwn(input, key)) return []
    const [name, value] = [property['x-mcp-header'], input[key]]
    const mirrored = typeof name === 'string' && TOKEN.test(name) && isScalar(value)
    return mirrored ? [[`mcp-param-${name}`, String(value)]] : mirror(property, value)
  })
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

/** Text that no header could carry unharmed travels encoded. */
function headerValue(text: string): string {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}
