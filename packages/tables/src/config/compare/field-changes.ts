import { isDeepStrictEqual } from 'node:util'
import { quoted } from '../fault.ts'
import type { FieldConfig } from '../field-config.ts'
import { boundChanges } from './bound-changes.ts'
import { type Change, breaking, compatible, invisible } from './change.ts'

/** What differs between the fields of one tool. A renamed field is one removed and one added. */
export function fieldChanges(before: readonly FieldConfig[], after: readonly FieldConfig[]): readonly Change[] {
  const removed = before
    .filter(({ name }) => !after.some((field) => field.name === name))
    .map(({ name }) => ({ ...breaking(`Field ${quoted(name)} was removed or renamed.`), field: name }))
  const others = after.flatMap((field) => {
    const { name } = field
    const known = before.find((candidate) => candidate.name === name)
    const found = known === undefined ? [addition(field)] : differences(known, field)
    return found.map(({ bump, message }) => ({ bump, message: `Field ${quoted(name)}: ${message}`, field: name }))
  })
  return [...removed, ...others]
}

function addition(field: FieldConfig): Change {
  return mustBeGiven(field)
    ? breaking('It is new and required, and has no default.')
    : compatible('It is new and may be left out.')
}

function differences(before: FieldConfig, after: FieldConfig): readonly Change[] {
  if (before.dataType !== after.dataType) {
    return [breaking(`The data type was ${before.dataType} and is ${after.dataType}.`)]
  }
  return [...presenceChanges(before, after), ...boundChanges(before, after), ...otherChanges(before, after)]
}

/** Must a call give a value? A default makes up for a missing one. */
function mustBeGiven({ required, defaultValue }: FieldConfig): boolean {
  return required && defaultValue === undefined
}

function presenceChanges(before: FieldConfig, after: FieldConfig): readonly Change[] {
  if (!mustBeGiven(before) && mustBeGiven(after)) {
    return [
      breaking(before.required ? 'It is required and has no default any more.' : 'It was optional and is required.'),
    ]
  }
  if (mustBeGiven(before) && !mustBeGiven(after)) return [compatible('It may be left out now.')]
  const isSameDefault = isDeepStrictEqual(before.defaultValue, after.defaultValue)
  if (!isSameDefault) return [compatible('The default changed, which is what a call without the field stores.')]
  return before.required === after.required ? [] : [invisible("'required' changed, which the default makes up for.")]
}

function otherChanges(before: FieldConfig, after: FieldConfig): readonly Change[] {
  const isSensitive = after.sensitive === true
  return [
    ...(before.label === after.label ? [] : [invisible('The label changed.')]),
    ...((before.sensitive === true) === isSensitive
      ? []
      : [
          compatible(
            `It is ${isSensitive ? 'sensitive now: errors hide' : 'not sensitive any more: errors show'} its value.`,
          ),
        ]),
  ]
}
