import { isRecord } from '@surety/tool-contracts/tools'
import type { RunEvidence, ToolEvidence } from './evidence.ts'
import { exampleContract, exampleResult, exampleRun, exampleTool } from './example-evidence.ts'

/** The part of an example's evidence that makes it one: without all that every example has. */
export function distinctive(evidence: RunEvidence | ToolEvidence): unknown {
  const usual = 'tools' in evidence ? { ...exampleRun({ tools: evidence.tools }), tools: [USUAL_TOOL] } : USUAL_TOOL
  return prune(evidence, usual) ?? {}
}

/** Told in every example. */
const TOLD: ReadonlySet<string> = new Set(['tool', 'file', 'purpose'])
/** Told whole, or not at all. */
const WHOLE: ReadonlySet<string> = new Set(['input'])
/** Sizes follow from what they count. */
const COUNTED: ReadonlySet<string> = new Set(['contentBytes', 'structuredBytes'])

const USUAL_TOOL = { ...exampleTool(), contract: { ...exampleContract(), file: '' } }
const USUAL_RESULT = exampleResult()

function prune(value: unknown, usual: unknown): unknown {
  if (value === undefined || JSON.stringify(value) === JSON.stringify(usual)) return undefined
  if (Array.isArray(value)) {
    const template: unknown = Array.isArray(usual) ? usual[0] : undefined
    return value.map((item: unknown) => prune(item, template) ?? item)
  }
  if (!isRecord(value)) return value
  const template = value['kind'] === 'result' ? USUAL_RESULT : usual
  const kept = Object.entries(value).flatMap(([key, field]) => {
    const pruned = pruneField(key, field, isRecord(template) ? template[key] : undefined)
    return pruned === undefined ? [] : [[key, pruned] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function pruneField(key: string, field: unknown, usual: unknown): unknown {
  if (COUNTED.has(key)) return undefined
  if (TOLD.has(key)) return field
  const pruned = prune(field, usual)
  return WHOLE.has(key) && pruned !== undefined ? field : pruned
}
