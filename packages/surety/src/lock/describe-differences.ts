import { consequencesOf, isBreaking } from './consequences.ts'
import type { Difference, FieldChange } from './differences.ts'
import { valueChanges } from './value-changes.ts'
import { visible } from './visible.ts'

/** For a terminal; `inert` takes from a line what could command whoever prints it. */
export function describeDifferences(found: readonly Difference[], inert: (line: string) => string): string {
  const escape = (text: string): string => inert(visible(text))
  const lines = found.flatMap((difference) => [
    escape(headline(difference)),
    ...(difference.kind === 'removed' ? [] : difference.fields.flatMap((change) => describeField(change, escape))),
  ])
  return lines.map((line) => `${line}\n`).join('')
}

function headline(difference: Difference): string {
  const { tool, kind, fields } = difference
  const names = fields.map(({ field }) => field).join(', ')
  const breaks = isBreaking(difference) ? '; breaking for callers' : ''
  if (kind === 'launch') return `! the launch of the server differs: ${names}`
  if (kind === 'added') return `+ ${tool} is not in surety.lock`
  if (kind === 'removed') return `- ${tool} is no longer listed${breaks}`
  return `~ ${tool} differs: ${names}${breaks}`
}

function describeField(change: FieldChange, escape: (text: string) => string): readonly string[] {
  if (change.field === 'name') return []
  const { breaking, unclear } = consequencesOf(change)
  const changes = valueChanges(change.before, change.after).flatMap(({ path, removed, added }) => [
    ...(path === '' ? [] : [`    ${escape(path)}`]),
    ...removed.map((line) => `      - ${escape(line)}`),
    ...added.map((line) => `      + ${escape(line)}`),
  ])
  return [
    `  ${change.field}`,
    ...changes,
    ...breaking.map((sentence) => `    breaking: ${escape(sentence)}`),
    ...unclear.map((sentence) => `    may be breaking: ${escape(sentence)}`),
  ]
}
