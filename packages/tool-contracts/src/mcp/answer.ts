import type { Produced } from '../call/ports.ts'
import { ToolError } from '../call/tool-error.ts'
import { mayRaise } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import { bytesOf } from './bytes.ts'
import { errorCodeOf } from './error-code.ts'
import { isText, jsonIn, outputOf, textIn, textsIn } from './output-of.ts'
import type { Answer } from './types.ts'

/** What a server's `tools/call` result means as a tool's output. */
export function readAnswer(answer: unknown, contract: Contract): Produced {
  if (!isRecord(answer)) return { output: answer }
  if (asksForMore(answer)) return { output: undefined, interim: true }
  return {
    output: outputOf(answer, (output) => contract.output.parse(output).ok),
    bytes: (output) => bytesOf({ ...answer, content: contentWith(answer, output) }),
  }
}

/** Does the tool ask its caller for more, instead of answering anything? */
export function asksForMore(answer: Answer): boolean {
  const saysNothing = answer['content'] === undefined && answer['structuredContent'] === undefined
  return answer['resultType'] === 'input_required' && saysNothing
}

/** A failed result as the failure of its tool: under its own code where the contract knows it or lists codes at all. */
export function failedAnswer(answer: Answer, contract: Contract): ToolError {
  const code = errorCodeOf(answer)
  const text = textsIn(answer).join('\n')
  const isJudged = code !== undefined && (contract.listsCodes || mayRaise('tool', code, contract.codes))
  if (!isJudged) return new ToolError('UPSTREAM_FAILED', text)
  const reason = text.startsWith(`${code}:`) ? text.slice(code.length + 1).trim() : text
  return new ToolError(code, reason)
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
  return jsonIn(textIn({ content: [block] })) !== undefined
}
