import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '@surety/tool-contracts/tools'
import type { ServedTool } from '../served.ts'
import type { Fields } from '../wire/rpc.ts'
import { decodeHeader, mismatch } from './classify.ts'
import type { HttpRefusal } from './respond.ts'

/** An argument that a tool's schema wants in a header too, by `x-mcp-header` on the property. */
interface Mirrored {
  readonly header: string
  readonly path: readonly string[]
}

const known = new WeakMap<readonly ServedTool[], ReadonlyMap<string, readonly Mirrored[]>>()

/** Do the headers of a call repeat the arguments that they should? */
export function checkParamHeaders(
  params: Fields,
  headers: IncomingHttpHeaders,
  tools: readonly ServedTool[],
): HttpRefusal | undefined {
  const { name, arguments: input } = params
  const wanted = typeof name === 'string' ? mirroredIn(tools).get(name) : undefined
  for (const { header, path } of wanted ?? []) {
    const value = valueAt(input, path)
    if (value === undefined) continue
    const given = headers[header.toLowerCase()]
    if (given === undefined)
      return mismatch(`The header ${header} is missing: it repeats the argument ${path.join('.')}.`)
    const decoded = decodeHeader(String(given).trim())
    const isSame =
      typeof value === 'number' ? decoded !== undefined && isNumber(decoded, value) : decoded === String(value)
    if (!isSame) return mismatch(`The header ${header} differs from the argument ${path.join('.')}.`)
  }
  return undefined
}

function isNumber(text: string, value: number): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === value
}

/** By the names of the tools that have any. */
function mirroredIn(tools: readonly ServedTool[]): ReadonlyMap<string, readonly Mirrored[]> {
  const found = known.get(tools)
  if (found !== undefined) return found
  const mirrored = tools
    .map(({ name, inputSchema }) => [name, declaredIn(inputSchema, [])] as const)
    .filter(([, declared]) => declared.length > 0)
  const byName = new Map(mirrored)
  known.set(tools, byName)
  return byName
}

function declaredIn(schema: unknown, path: readonly string[]): readonly Mirrored[] {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return []
  return Object.entries(schema['properties']).flatMap(([key, property]) => {
    const name = isRecord(property) ? property['x-mcp-header'] : undefined
    const inner = [...path, key]
    const own = typeof name === 'string' && TOKEN.test(name) ? [{ header: `Mcp-Param-${name}`, path: inner }] : []
    return [...own, ...declaredIn(property, inner)]
  })
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** The argument, if it is one that a header can repeat. */
function valueAt(input: unknown, path: readonly string[]): string | number | boolean | undefined {
  let value = input
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : undefined
}
