import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import type { CallEvidence, ExpectedFailure } from './call-evidence.ts'
import type { ToolDefinition } from './evidence.ts'
import type { Finding } from './finding.ts'
import { atPointer, fieldOf } from './json.ts'

/** Does a finding speak of all that a test says of the failure? Types of an output may go by their names in JSON Schema. */
export function speaksOf(
  { message }: Finding,
  { type, details }: ExpectedFailure,
  call: CallEvidence,
  definition: ToolDefinition,
): boolean {
  return Object.entries(details).every(
    ([name, value]) =>
      missingDetail(message, { [name]: value }) === undefined ||
      (type === 'output_validation' && typesAtIssues(name, call, definition).includes(value)),
  )
}

/** The first of the details that a text does not speak of, in whatever case. */
export function missingDetail(text: string, details: Readonly<Record<string, string>>): string | undefined {
  const said = text.toLowerCase()
  return Object.entries(details).find(([, value]) => !said.includes(value.toLowerCase()))?.[0]
}

/** The types that the output schema wants, or that came, where the answer breaks it. */
function typesAtIssues(name: string, { answer }: CallEvidence, { outputSchema }: ToolDefinition): readonly string[] {
  if (answer.kind !== 'result') return []
  const paths = (answer.schemaIssues ?? []).map(({ path }) => path)
  if (name === 'received') return paths.flatMap((path) => typesOf(atPointer(answer.structuredContent, path)))
  return name === 'expected' ? paths.flatMap((path) => wantedTypes(outputSchema, path)) : []
}

function typesOf(value: Json | undefined): readonly string[] {
  if (value === undefined) return ['undefined']
  if (value === null) return ['null']
  if (isList(value)) return ['array']
  return Number.isInteger(value) ? ['number', 'integer'] : [typeof value]
}

function wantedTypes(schema: Json | undefined, pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1)
  const part = steps.reduce<Json | undefined>(
    (node, step) =>
      fieldOf(fieldOf(node, 'properties'), step) ?? (/^\d+$/.test(step) ? fieldOf(node, 'items') : undefined),
    schema,
  )
  const type = isRecord(part) ? part['type'] : undefined
  return (isList(type) ? type : [type]).filter((one) => typeof one === 'string')
}
