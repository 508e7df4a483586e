import { isRecord } from '@surety/tool-contracts/tools'
import { canonicalText, isSame } from './pin.ts'

/** One place at which two values differ: a JSON pointer, and the lines that went and came. */
export interface ValueChange {
  readonly path: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Where two values differ, each place as deep inside them as both go. */
export function valueChanges(before: unknown, after: unknown, path: string = ''): readonly ValueChange[] {
  if (typeof before === 'string' && typeof after === 'string')
    return before === after ? [] : [changedLines(path, linesOf(before), linesOf(after))]
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
    return keys.flatMap((key) => valueChanges(own(before, key), own(after, key), `${path}/${pointer(key)}`))
  }
  return isSame(before, after) ? [] : [{ path, removed: linesOf(before), added: linesOf(after) }]
}

/** Without the lines at both ends that stayed. */
function changedLines(path: string, removed: readonly string[], added: readonly string[]): ValueChange {
  const most = Math.min(removed.length, added.length)
  let start = 0
  while (start < most && removed[start] === added[start]) start++
  let end = 0
  while (end < most - start && removed.at(-1 - end) === added.at(-1 - end)) end++
  return { path, removed: removed.slice(start, removed.length - end), added: added.slice(start, added.length - end) }
}

function linesOf(value: unknown): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? value.split('\n') : [canonicalText(value) ?? JSON.stringify(value)]
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
