import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { DEEPEST } from './json.ts'
import { deeper } from './json-path.ts'

export interface Difference {
  /** `$.items[0].id` */
  readonly path: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/** Where two values differ: key order and number notation do not count, the order of a list does. */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: string = '$',
  depth: number = 0,
): readonly Difference[] {
  if (before === after || depth > DEEPEST) return []
  if (isList(before) && isList(after) && before.length === after.length) {
    return before.flatMap((item, index) => differences(item, after[index], deeper(path, index), depth + 1))
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => differences(own(before, key), own(after, key), deeper(path, key), depth + 1))
  }
  return [{ path, before, after }]
}

function own(value: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
