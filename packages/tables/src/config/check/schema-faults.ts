import type { z } from 'zod'
import { type Fault, type Path, quoted } from '../fault.ts'
import { AnyField } from '../field-config.ts'
import { ToolConfiguration } from '../table-config.ts'
import { issueSentence } from './issue-sentence.ts'
import { keyAdvice, mappingAt } from './mapping-at.ts'
import { valueAt } from './value-at.ts'

/** What the data types of a configuration refuse, key by key. */
export function schemaFaults(root: unknown): readonly Fault[] {
  return issuesOf(ToolConfiguration, root).flatMap((issue) => faultsOf(issue, root))
}

function issuesOf(schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  return schema.safeParse(value).error?.issues ?? []
}

function faultsOf(issue: z.core.$ZodIssue, root: unknown): readonly Fault[] {
  const path = pathOf(issue)
  const value = valueAt(root, path)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], root))
  const fault: Fault = {
    path,
    part: 'value',
    message: value === undefined ? missingKey(path, root) : issueSentence(issue, value),
  }
  if (issue.code !== 'invalid_union') return [fault]
  return [fault, ...untypedField(path.slice(0, -1), root)]
}

/** What else can be said of a field whose data type is none: Zod looks no further. */
function untypedField(path: Path, root: unknown): readonly Fault[] {
  const field = valueAt(root, path)
  const { keys } = mappingAt(path, undefined)
  const unknown = Object.keys(field ?? {}).filter((key) => !keys.includes(key))
  const common = issuesOf(AnyField, field).map((issue) => ({ ...issue, path: [...path, ...issue.path] }))
  return [
    ...unknown.map((key) => unknownKey([...path, key], root)),
    ...common.flatMap((issue) => faultsOf(issue, root)),
  ]
}

function pathOf({ path }: z.core.$ZodIssue): Path {
  return path.map((step) => (typeof step === 'number' ? step : String(step)))
}

function unknownKey(path: Path, root: unknown): Fault {
  const key = String(path.at(-1))
  const holder = path.slice(0, -1)
  const mapping = mappingAt(holder, valueAt(root, holder))
  return { path, part: 'key', message: `Unknown key ${quoted(key)} in ${mapping.name}.${keyAdvice(key, mapping)}` }
}

function missingKey(path: Path, root: unknown): string {
  const key = String(path.at(-1))
  const holder = path.slice(0, -1)
  const { name } = mappingAt(holder, valueAt(root, holder))
  const example = EXAMPLES.get(key)
  return `Missing key '${key}' in ${name}.${example === undefined ? '' : ` Add it, such as ${example}.`}`
}

const EXAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    version: '`version: "1.0.0"`',
    tables: '`tables:` and a list of tables',
    tableName: '`tableName: mood_entries`',
    toolId: '`toolId: log-mood`',
    displayName: '`displayName: Mood entry`',
    description: '`description: Log how somebody feels`',
    fields: '`fields:` and a list of fields',
    name: '`name: energy_level`',
    label: '`label: Energy level`',
    required: '`required: true`',
    dataType: '`dataType: text`',
    enumValues: '`enumValues: [happy, sad]`',
  }),
)
