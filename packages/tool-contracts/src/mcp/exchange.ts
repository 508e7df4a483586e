import type { CallContext, ToolContext } from '../call/context.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import type { Outcome } from '../outcome.ts'
import { asksForMore, bytesOf, failedAnswer, jsonIn, textIn } from './answer.ts'
import type { McpRequest, RequestHandler } from './server-handlers.ts'
import { admits, metaOf, toResult } from './to-result.ts'
import { toTool } from './to-tool.ts'

type Answer = Readonly<Record<string, unknown>>

const contexts = new WeakMap<object, ToolContext>()

/** The governed call's context, from the `extra` (SDK 1) or `ctx` (SDK 2) that a guarded server's handler gets. */
export function toolContext(extra: object): ToolContext | undefined {
  return contexts.get(extra)
}

/** One `tools/call` request to a guarded server, and what the server itself said to it in the run that counted. */
export class Exchange {
  readonly #request: McpRequest
  readonly #extra: object
  readonly #handler: RequestHandler
  readonly #stepId: string
  #ran = false
  #answer: Answer | undefined
  #thrown: unknown

  constructor(request: McpRequest, extra: object, handler: RequestHandler, stepId: string) {
    this.#request = request
    this.#extra = extra
    this.#handler = handler
    this.#stepId = stepId
  }

  /** Hands the validated input to the server's own handler; the calls its tool makes to others come through here too. */
  readonly invoke = async (contract: Contract, input: unknown, context: CallContext): Promise<unknown> => {
    const isOuter = context.stepId === this.#stepId
    if (isOuter) this.#begin()
    const params = { ...this.#request.params, name: contract.toolName, arguments: input }
    const extra = withSignal(this.#extra, context.signal)
    contexts.set(extra, context)
    try {
      const answer = await this.#handler({ ...this.#request, params }, extra)
      if (!isRecord(answer)) return answer
      if (isOuter && !context.ended) this.#answer = answer
      if (answer['isError'] === true) throw failedAnswer(answer, contract)
      return answer
    } catch (error) {
      if (isOuter && !context.ended) this.#thrown = error
      throw error
    }
  }

  #begin(): void {
    this.#ran = true
    this.#answer = undefined
    this.#thrown = undefined
  }

  /** What goes back to the client: the server's own answer where the contract was kept, a refusal where it was not. */
  resultOf(outcome: Outcome, contract: DeclaredToolContract | undefined, limit: number): unknown {
    const answer = this.#answer
    if (outcome.ok) {
      if (answer !== undefined) return asksForMore(answer) ? answer : kept(outcome, answer, contract)
      const result = toResult(outcome)
      return this.#ran ? result : { ...result, _meta: metaOf(outcome, true) }
    }
    const { code, stage } = outcome.error
    const isOwn = stage === 'execute' && code !== 'INTERNAL_ERROR' && answer?.['isError'] === true
    if (isOwn && bytesOf(answer) <= limit) return ownError(outcome, answer, contract)
    if (stage === 'execute' && isProtocolError(this.#thrown)) throw this.#thrown
    return toResult(outcome, contract)
  }
}

/** The server's answer, in which the validated output stands wherever its own stood. */
function kept(outcome: Outcome & { ok: true }, answer: Answer, contract: DeclaredToolContract | undefined): unknown {
  const _meta = { ...metaIn(answer), ...metaOf(outcome) }
  if (contract === undefined) return { ...answer, _meta }
  const { value } = outcome
  const isStructured = 'structuredContent' in answer || toTool(contract).outputSchema !== undefined
  const structured = isStructured && isRecord(value) ? { structuredContent: value } : {}
  const isJson = typeof value === 'object' && jsonIn(textIn(answer)) !== undefined
  const content = isJson ? withText(answer['content'], JSON.stringify(value)) : answer['content']
  return { ...answer, content, ...structured, _meta }
}

/** The content with this text in the place of its own; images and the like stay. */
function withText(content: unknown, text: string): unknown[] {
  const others = Array.isArray(content) ? content.filter((block) => !isRecord(block) || block['type'] !== 'text') : []
  return [{ type: 'text', text }, ...others]
}

/** The server's own failure. Some clients validate even an error's structured content, and throw. */
function ownError(outcome: Outcome, answer: Answer, contract: DeclaredToolContract | undefined): unknown {
  const { structuredContent, ...rest } = answer
  const isAdmitted = structuredContent !== undefined && (contract === undefined || admits(contract, structuredContent))
  return { ...rest, ...(isAdmitted && { structuredContent }), _meta: { ...metaIn(answer), ...metaOf(outcome) } }
}

/** What the SDK gives a handler, with the signal of the governed call: SDK 1 keeps it on `extra`, SDK 2 on `ctx.mcpReq`. */
function withSignal(extra: object, signal: AbortSignal): object {
  const own: object = Object.create(extra)
  const request: unknown = Reflect.get(extra, 'mcpReq')
  if (isRecord(request))
    return Object.defineProperty(own, 'mcpReq', { value: { ...request, signal }, enumerable: true })
  return Object.defineProperty(own, 'signal', { value: signal, enumerable: true })
}

function metaIn(answer: Answer): Record<string, unknown> {
  return isRecord(answer['_meta']) ? answer['_meta'] : {}
}

/** An error the SDK answers itself, with a JSON-RPC code. */
function isProtocolError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && Number.isInteger(error.code)
}
