import type { Json } from '@surety/tool-contracts/tools'
import type { FindingEvidence } from '../judge/finding.ts'

export interface WordedEvidence {
  readonly label: string
  readonly value: string
}

/** What its name alone would not say. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['all', 'altogether'],
  ['bytes', 'size'],
  ['credential', 'looks like'],
  ['errorCode', 'error code'],
  ['limitBytes', 'limit'],
  ['limitMs', 'time limit'],
  ['names', 'the schema’s'],
  ['path', 'where'],
  ['target', 'whom'],
])

/** For programs: every message says it in words already. */
const UNSAID: ReadonlySet<string> = new Set(['kind', 'outcome', 'place', 'how', 'count', 'secret'])

/** What was seen, as a reader would say it; the test and the input, which are there to be copied, come last. */
export function wordedEvidence({ input, test, ...others }: FindingEvidence): readonly WordedEvidence[] {
  const seen = Object.entries(others).filter(([key]) => !UNSAID.has(key))
  const calls = [
    ...(test === undefined ? [] : [{ label: 'test', value: test }]),
    ...(input === undefined ? [] : [{ label: 'input', value: JSON.stringify(input) }]),
  ]
  return [
    ...seen.flatMap(([key, value]) => (value === undefined ? [] : [{ label: labelOf(key), value: said(key, value) }])),
    ...calls,
  ]
}

function labelOf(key: string): string {
  return LABELS.get(key) ?? key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

function said(key: string, value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return `${key === 'share' ? `${Math.round(value * 100)} %` : value}${unitOf(key)}`
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isPlainList ? value.join(', ') : JSON.stringify(value)
}

function unitOf(key: string): string {
  if (/ms$/i.test(key)) return ' ms'
  return /bytes$/i.test(key) || key === 'limit' ? ' bytes' : ''
}
