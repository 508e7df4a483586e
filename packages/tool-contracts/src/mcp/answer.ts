import type { Produced } from '../call/ports.ts'
import { ToolError } from '../call/tool-error.ts'
import { CODE_PATTERN, standardCode } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import { utf8Length } from '../journal/utf8.ts'
import { META } from './types.ts'

/** What a server's `tools/call` result means as a tool's output. */
export function readAnswer(answer: unknown): Produced {
  if (!isRecord(answer)) return { output: answer }
  const asksForMore = answer['resultType'] === 'input_required' || 'task' in answer
  if (asksForMore) return { output: answer, interim: true }
  const blocks = blocksOf(answer)
  const bytes = utf8Length(blocks.map((block) => textOf(block)).join(''))
  return { output: answer['structuredContent'] ?? textOutput(blocks), bytes }
}

/** The error code a result carries, by the conventions servers use; undefined where it carries none. */
function errorCodeOf(answer: Readonly<Record<string, unknown>>): string | undefined {
  const structured = fieldsOf(answer['structuredContent'])
  const [text = ''] = blocksOf(answer).map((block) => textOf(block))
  const candidates = [
    fieldsOf(structured['error'])['code'],
    structured['code'],
    fieldsOf(fieldsOf(answer['_meta'])[META.error])['code'],
    /^([A-Z][A-Z0-9_]*):/.exec(text)?.[1],
  ]
  return candidates.find((code): code is string => typeof code === 'string' && CODE_PATTERN.test(code))
}

/** A failed result as the failure of its tool: under its own code where the contract knows it or lists codes at all. */
export function failureOf(answer: Readonly<Record<string, unknown>>, contract: Contract): ToolError {
  const code = errorCodeOf(answer)
  const text = blocksOf(answer)
    .map((block) => textOf(block))
    .join('\n')
  const isJudged = code !== undefined && (contract.codes.size > 0 || standardCode(code)?.raisedBy === 'tool')
  if (!isJudged) return new ToolError('UPSTREAM_FAILED', text.slice(0, 1000))
  const reason = text.startsWith(`${code}:`) ? text.slice(code.length + 1).trim() : text
  return new ToolError(code, reason.slice(0, 1000))
}

/** A server without structured output often answers JSON as text: read it as what it means. */
function textOutput(blocks: readonly Readonly<Record<string, unknown>>[]): unknown {
  const text = blocks.map((block) => (block['type'] === 'text' ? textOf(block) : '')).join('')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function blocksOf({ content }: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  return Array.isArray(content) ? content.filter(isRecord) : []
}

/** The text of a block, or the data of an image or sound. */
function textOf({ text, data }: Readonly<Record<string, unknown>>): string {
  return typeof text === 'string' ? text : typeof data === 'string' ? data : ''
}
