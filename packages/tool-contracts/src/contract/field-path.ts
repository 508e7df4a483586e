import { isRecord } from './record.ts'

/** One step of a field path: a key, or `[]` for every item of an array. */
type Segment = string
export const EACH: Segment = '[]'

export type FieldPath = readonly Segment[]

/** A value found at a field path, and where exactly: `items[].id` is found at `['items', 0, 'id']`. */
export interface Found {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

const PATH = /^(?:[^.[\]]+|\[\])(?:\.[^.[\]]+|\[\])*$/

/** `items[].id` as segments, or undefined where the text is no field path. */
export function parseFieldPath(text: string): FieldPath | undefined {
  if (!PATH.test(text)) return undefined
  return text.replaceAll('[]', '.[]').replace(/^\./, '').split('.')
}

/** Every present value at the path; absent and null fields are the schema's business, not ours. */
export function findAt(root: unknown, path: FieldPath): readonly Found[] {
  let found: Found[] = [{ path: [], value: root }]
  for (const segment of path) {
    found = found.flatMap((place) => (segment === EACH ? items(place) : field(place, segment)))
  }
  return found.filter(({ value }) => value !== undefined && value !== null)
}

/** Do the names mean the same field to whoever wrote them: `card_number`, `cardNumber`, `CARD-NUMBER`? */
export function isSameField(name: string, other: string): boolean {
  return name === other || (bareName(name) !== '' && bareName(name) === bareName(other))
}

function bareName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** `items[0].id`, as a person would write it. */
export function showPath(path: readonly (string | number)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
}

/** RFC 6901. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function items({ path, value }: Found): Found[] {
  return Array.isArray(value) ? value.map((item: unknown, index) => ({ path: [...path, index], value: item })) : []
}

function field({ path, value }: Found, key: string): Found[] {
  return isRecord(value) && Object.hasOwn(value, key) ? [{ path: [...path, key], value: value[key] }] : []
}
