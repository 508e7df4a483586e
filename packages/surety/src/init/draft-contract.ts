import type { Json } from '@surety/tool-contracts/tools'
import { succeeded } from '../judge/calls.ts'
import type { Observable, ToolEvidence } from '../judge/evidence.ts'
import { namesOf } from '../judge/rules/w021-weak-schema.ts'
import { cut } from '../judge/words.ts'
import { type Guarantee, draftGuarantees } from './draft-guarantees.ts'
import { testLines } from './draft-test.ts'
import { scalar } from '../run/yaml-text.ts'

/** A contract in the making: what was seen of the tool, and what was learnt from holding it to earlier drafts. */
export interface Draft {
  readonly seen: ToolEvidence
  readonly observable: Observable
  /** Whether what held is promised, or only noted. */
  readonly tight: boolean
  /** Guarantees that did not hold when they were promised. */
  readonly notHeld: ReadonlySet<string>
  /** Findings that no guarantee can declare away, by code. */
  readonly ignored: ReadonlyMap<string, string>
}

/** The contract as YAML: what surely holds, and as a comment each tighter promise that held. */
export function draftContract(draft: Draft): string {
  const { seen } = draft
  const description = firstSentence(seen.definition.description ?? '')
  return [
    '# Drafted by surety init from what it saw. What held but is not promised stands in comments.',
    'version: 1',
    `tool: ${scalar(seen.tool)}`,
    ...(description === '' ? [] : [`description: ${scalar(description)}`]),
    '',
    ...schemaLines(seen),
    '',
    'guarantees:',
    ...draftGuarantees(seen, draft.observable).flatMap((guarantee) => guaranteeLines(guarantee, draft)),
    ...ignoreLines(draft.ignored),
    '',
    ...testLines(seen),
    '',
  ].join('\n')
}

/** All that the tool is held to: two drafts that agree in it are judged alike. */
export function promisesOf(draft: Draft): string {
  return draftContract({ ...draft, ignored: new Map() }).replaceAll(/\s*# .*/g, '')
}

function schemaLines({ tool, definition, calls }: ToolEvidence): readonly string[] {
  const input = nameOf(definition.inputSchema, `${pascal(tool)}Input`)
  // Promised of a tool that nobody could call, it would only be reported as not checked.
  if (calls.length === 0)
    return [input === undefined ? 'contract: {}' : `contract: {} # with a test: { input_schema: ${scalar(input)} }`]
  // Without a result there is nothing to compare with an output schema.
  const output = calls.some(succeeded) ? nameOf(definition.outputSchema, `${pascal(tool)}Output`) : undefined
  const lines = [
    ...(input === undefined ? [] : [`  input_schema: ${scalar(input)}`]),
    ...(output === undefined ? [] : [`  output_schema: ${scalar(output)}`]),
  ]
  return lines.length === 0 ? ['contract: {}'] : ['contract:', ...lines]
}

/** The name the schema gives itself, else the usual one; none where a contract would take it for a path. */
function nameOf(schema: Json | undefined, usual: string): string | undefined {
  if (schema === undefined) return undefined
  const own = namesOf(schema)
  return own.length === 0 ? usual : own.find((name) => name.trim() !== '' && !/\/|\.json$/.test(name))
}

function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `Tool${joined}`
}

function guaranteeLines({ key, stated, noted }: Guarantee, { tight, notHeld }: Draft): readonly string[] {
  const isLoose = noted?.held === true && notHeld.has(key)
  if (noted?.held === true && tight && !isLoose) return [`  ${key}: ${noted.value} # ${noted.why}`]
  return [
    ...(stated === undefined ? [] : [`  ${key}: ${stated}`]),
    ...(noted === undefined || isLoose ? [] : [`  # ${key}: ${noted.value} # ${noted.why}`]),
  ]
}

function ignoreLines(ignored: Draft['ignored']): readonly string[] {
  if (ignored.size === 0) return []
  const lines = [...ignored].map(([code, reason]) => `  - { code: ${code}, reason: ${scalar(reason)} }`)
  return ['', 'ignore: # what surety init found and nobody has decided on yet', ...lines]
}

function firstSentence(text: string): string {
  const [first = ''] = text.trim().split(/\n|(?<=[.!?])\s/, 1)
  return cut(first.trim(), 200)
}
