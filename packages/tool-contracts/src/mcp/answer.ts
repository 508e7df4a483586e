import type { Produced } from '../call/ports.ts'
import { ToolError } from '../call/tool-error.ts'
import { CODE_PATTERN, standardCode } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import { bytesOf } from './bytes.ts'
import { type Answer, META } from './types.ts'

/** What a server's `tools/call` result means as a tool's output. */
export function readAnswer(answer: unknown, contract: Contract): Produced {
  if (!isRecord(answer)) return { output: answer }
  if (asksForMore(answer)) return { output: undefined, interim: true }
  return {
    output: answer['structuredContent'] ?? textOutput(answer, contract),
    bytes: (output) => bytesOf({ ...answer, content: contentWith(answer, output) }),
  }
}

/** Does the tool ask its caller for more, instead of answering anything? */
export function asksForMore(answer: Answer): boolean {
  const saysNothing = answer['content'] === undefined && answer['structuredContent'] === undefined
  return answer['resultType'] === 'input_required' && saysNothing
}

/** The error code a result carries, by the conventions servers use; undefined where it carries none. */
function errorCodeOf(answer: Answer): string | undefined {
  const structured = fieldsOf(answer['structuredContent'])
  const [text = ''] = blocksOf(answer).map((block) => textOf(block))
  const candidates = [
    fieldsOf(structured['error'])['code'],
    structured['code'],
    fieldsOf(fieldsOf(answer['_meta'])[META.error])['code'],
    /^([A-Z][A-Z0-9_]{0,127}):/.exec(text)?.[1],
  ]
  return candidates.find((code): code is string => typeof code === 'string' && CODE_PATTERN.test(code))
}

/** A failed result as the failure of its tool: under its own code where the contract knows it or lists codes at all. */
export function failedAnswer(answer: Answer, contract: Contract): ToolError {
  const code = errorCodeOf(answer)
  const text = blocksOf(answer)
    .map((block) => textOf(block))
    .join('\n')
  const isJudged = code !== undefined && (contract.codes.size > 0 || standardCode(code)?.raisedBy === 'tool')
  if (!isJudged) return new ToolError('UPSTREAM_FAILED', text)
  const reason = text.startsWith(`${code}:`) ? text.slice(code.length + 1).trim() : text
  return new ToolError(code, reason)
}

/** A server without structured output often answers JSON as text: it is read as what the contract expects. */
function textOutput(answer: Answer, contract: Contract): unknown {
  const text = textIn(answer)
  const data = jsonIn(text)
  if (data === undefined) return text
  const isText = !contract.output.parse(data).ok && contract.output.parse(text).ok
  return isText ? text : data
}

/** The content, saying this output once where it said the raw one, as its text or as JSON in it; prose stays. */
export function contentWith(answer: Answer, output: unknown): unknown[] {
  const { content } = answer
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  const said = { type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output) }
  if (typeof output === 'string' || jsonIn(textIn(answer)) !== undefined)
    return [said, ...blocks.filter((block) => !isText(block))]
  const first = blocks.findIndex(isJson)
  return blocks.flatMap((block, index) => (index === first ? [said] : isJson(block) ? [] : [block]))
}

function isJson(block: unknown): boolean {
  return isText(block) && jsonIn(textOf(block)) !== undefined
}

function isText(block: unknown): block is Answer {
  return isRecord(block) && block['type'] === 'text'
}

/** All text of the answer. */
function textIn(answer: Answer): string {
  return blocksOf(answer)
    .map((block) => (isText(block) ? textOf(block) : ''))
    .join('')
}

/** The data the text is JSON of, if it is. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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
