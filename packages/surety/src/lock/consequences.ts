import { isRecord } from '@surety/tool-contracts/tools'
import type { Difference, FieldChange } from './differences.ts'
import { canonicalText, isSame } from './pin.ts'
import { NARROWS, SILENT } from './schema-keywords.ts'

/** What a change means to whoever calls the tool as before. */
export interface Consequences {
  /** What they relied on and no longer can. */
  readonly breaking: readonly string[]
  /** What may or may not concern them: a keyword that is not compared. */
  readonly unclear: readonly string[]
}

export function isBreaking(difference: Difference): boolean {
  return difference.kind === 'removed' || difference.fields.some((change) => consequencesOf(change).breaking.length > 0)
}

export function consequencesOf({ field, before, after }: FieldChange): Consequences {
  if (field === 'inputSchema' && before !== undefined) return compare(before, after, 'input', '')
  if (field !== 'outputSchema' || before === undefined) return NONE
  return after === undefined ? breaking('Outputs are no longer described.') : compare(before, after, 'output', '')
}

const NONE: Consequences = { breaking: [], unclear: [] }

type Schema = Readonly<Record<string, unknown>>

/** What goes in must stay accepted; what comes out must stay within what was promised. */
type Direction = 'input' | 'output'

function compare(before: unknown, after: unknown, direction: Direction, at: string): Consequences {
  if (isSame(before, after)) return NONE
  if (!isRecord(before) || !isRecord(after)) return unclear(`${at || 'The schema'} was replaced.`)
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((one) => !SILENT.has(one))
  return together([
    required(before, after, direction, at),
    ...keywords.map((keyword) => compareKeyword(keyword, own(before, keyword), own(after, keyword), direction, at)),
  ])
}

function compareKeyword(keyword: string, was: unknown, is: unknown, direction: Direction, at: string): Consequences {
  if (isSame(was, is)) return NONE
  if (keyword === 'properties') return properties(schemaIn(was), schemaIn(is), direction, at)
  if (keyword === 'items' && isRecord(was) && isRecord(is)) return compare(was, is, direction, `${at}[]`)
  const change = `${at || 'The schema'}: ${keyword} was ${show(was)} and is ${show(is)}.`
  const narrows = NARROWS.get(keyword)
  if (narrows === undefined) return unclear(change)
  const isNarrower = direction === 'input' ? narrows(was, is) : narrows(is, was)
  return isNarrower ? breaking(change) : NONE
}

function properties(before: Schema, after: Schema, direction: Direction, at: string): Consequences {
  return together(
    Object.entries(before).map(([name, was]) => {
      const path = inside(at, name)
      return Object.hasOwn(after, name) ? compare(was, after[name], direction, path) : breaking(`${path} is gone.`)
    }),
  )
}

function required(before: Schema, after: Schema, direction: Direction, at: string): Consequences {
  const [was, is] = [namesIn(before['required']), namesIn(after['required'])]
  if (direction === 'input') return sentences(without(is, was), (name) => `${inside(at, name)} is now required.`)
  const left = Object.keys(schemaIn(after['properties']))
  const loose = without(was, is).filter((name) => left.includes(name))
  return sentences(loose, (name) => `${inside(at, name)} may now be missing.`)
}

function sentences(names: readonly string[], sentence: (name: string) => string): Consequences {
  return { breaking: names.map(sentence), unclear: [] }
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return names.filter((name) => !known.has(name))
}

function inside(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

function breaking(sentence: string): Consequences {
  return { breaking: [sentence], unclear: [] }
}

function unclear(sentence: string): Consequences {
  return { breaking: [], unclear: [sentence] }
}

function together(parts: readonly Consequences[]): Consequences {
  return { breaking: parts.flatMap((part) => part.breaking), unclear: parts.flatMap((part) => part.unclear) }
}

function own(schema: Schema, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

function schemaIn(value: unknown): Schema {
  return isRecord(value) ? value : {}
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : (canonicalText(value) ?? 'unreadable')
}
