import { EACH, type FieldPath, isSameField, jsonPointer } from '../contract/field-path.ts'
import { type Issue, REDACTED, sentence, showValue } from '../contract/issues.ts'

const SHOWN = 20

/** The issues as a message and details, without what is sensitive. */
export function report(
  issues: readonly [Issue, ...Issue[]],
  subject: 'input' | 'output',
  sensitive: readonly FieldPath[],
): { readonly message: string; readonly details: Readonly<Record<string, unknown>> } {
  const shown = issues
    .slice(0, SHOWN)
    .map((issue) => ({ issue, hidden: sensitive.some((path) => isUnknown(issue) || covers(path, issue.path)) }))
  const errors = shown.map(({ issue, hidden }) => ({
    field: jsonPointer(issue.path),
    expected: issue.expected,
    received: hidden && issue.received !== undefined ? REDACTED : showValue(issue.received),
  }))
  const message = shown.map(({ issue, hidden }) => sentence(issue, subject, hidden)).join(' ')
  return { message, details: { ...errors[0], errors } }
}

/** Of a field that no schema knows nobody can say that it is not a sensitive one under another name. */
function isUnknown({ code }: Issue): boolean {
  return code === 'unrecognized_keys'
}

/** Does the sensitive path lead to this place, to something around it, or into it? */
function covers(sensitive: FieldPath, path: readonly (string | number)[]): boolean {
  const shared = Math.min(sensitive.length, path.length)
  return sensitive.slice(0, shared).every((segment, index) => leadsTo(segment, path[index] ?? ''))
}

function leadsTo(segment: string, key: string | number): boolean {
  return typeof key === 'number' ? segment === EACH : isSameField(segment, key)
}
