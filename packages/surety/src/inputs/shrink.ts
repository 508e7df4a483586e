import { fits } from './fits.ts'
import { isList, isObject, type Json } from './json.ts'
import { openSchema } from './schema.ts'

export interface ShrinkOptions {
  readonly maxCalls: number
  /** The last word on whether an input is valid; only valid ones are tried. */
  readonly validate?: (input: Json) => boolean
}

/** The simplest valid input found that still fails, in a bounded number of tries. */
export async function shrinkInput(
  schema: unknown,
  failing: Json,
  stillFails: (input: Json) => Promise<boolean>,
  { maxCalls, validate }: ShrinkOptions,
): Promise<Json> {
  const opened = openSchema(schema)
  if (!opened.ok) return failing
  const { root } = opened
  const isValid = (value: Json): boolean =>
    fits(root, root.schema, value, { formats: true }) && validate?.(value) !== false
  const tried = new Set([JSON.stringify(failing)])
  let simplest = failing
  let calls = 0
  let candidates = simpler(simplest)
  for (let next = candidates.next(); next.done !== true && calls < maxCalls; next = candidates.next()) {
    const text = JSON.stringify(next.value)
    if (tried.has(text) || !isValid(next.value)) continue
    tried.add(text)
    calls++
    // One after the other: each answer decides what is tried next.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await stillFails(next.value))) continue
    simplest = next.value
    candidates = simpler(simplest)
  }
  return simplest
}

/** Values one step simpler, the boldest steps first. */
function* simpler(value: Json): Generator<Json, undefined> {
  if (isList(value)) return yield* simplerLists(value)
  if (isObject(value)) return yield* simplerObjects(Object.entries(value))
  if (typeof value === 'string') return yield* simplerTexts(Array.from(value))
  if (typeof value === 'number') return yield* simplerNumbers(value)
  if (value === true) yield false
}

function* simplerLists(list: readonly Json[]): Generator<Json, undefined> {
  if (list.length > 0) yield []
  if (list.length > 2) yield list.slice(0, Math.ceil(list.length / 2))
  for (const index of list.keys()) yield list.toSpliced(index, 1)
  for (const [index, item] of list.entries()) for (const less of simpler(item)) yield list.with(index, less)
}

function* simplerObjects(entries: readonly (readonly [string, Json])[]): Generator<Json, undefined> {
  if (entries.length > 0) yield {}
  for (const index of entries.keys()) yield Object.fromEntries(entries.toSpliced(index, 1))
  for (const [index, [key, item]] of entries.entries())
    for (const less of simpler(item)) yield Object.fromEntries(entries.with(index, [key, less]))
}

function* simplerTexts(characters: readonly string[]): Generator<Json, undefined> {
  if (characters.length === 0) return
  yield ''
  if (characters.some((character) => character !== 'a')) yield characters.map(() => 'a').join('')
  if (characters.length > 1) yield characters.slice(0, Math.ceil(characters.length / 2)).join('')
  yield characters.slice(0, -1).join('')
  yield characters.slice(1).join('')
}

function* simplerNumbers(value: number): Generator<Json, undefined> {
  if (value === 0) return
  yield 0
  if (value < 0) yield -value
  if (!Number.isInteger(value)) yield Math.trunc(value)
  if (Math.abs(value) > 1) yield Math.trunc(value / 2)
  if (Number.isInteger(value)) yield value - Math.sign(value)
}
