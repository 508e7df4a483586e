import { type CallContext, type ToolContext, reveals } from '../call/context.ts'
import { snapshotOutput } from '../call/snapshot.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import { utf8Length } from '../journal/utf8.ts'
import { type Outcome, mayHaveActed, outcomeOf, refuse } from '../outcome.ts'
import { asksForMore, contentWith, failedAnswer } from './answer.ts'
import { bytesOfError } from './bytes.ts'
import type { McpRequest, RequestHandler } from './server-handlers.ts'
import { admits, metaIn, metaOf, toResult } from './to-result.ts'
import { toTool } from './to-tool.ts'
import type { Answer } from './types.ts'

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
  #context: CallContext | undefined

  constructor(request: McpRequest, extra: object, handler: RequestHandler, stepId: string) {
    this.#request = request
    this.#extra = extra
    this.#handler = handler
    this.#stepId = stepId
  }

  /** Hands the validated input to the server's own handler; the calls its tool makes to others come through here too. */
  readonly invoke = async (contract: Contract, input: unknown, context: CallContext): Promise<unknown> => {
    const isOuter = context.stepId === this.#stepId
    if (isOuter) this.#begin(context)
    const params = { ...this.#request.params, name: contract.toolName, arguments: input }
    const extra = withSignal(this.#extra, context.signal)
    contexts.set(extra, context)
    const answer = plain(await this.#handler({ ...this.#request, params }, extra))
    if (!isRecord(answer)) return answer
    if (isOuter && !context.ended) this.#answer = answer
    if (answer['isError'] === true) throw failedAnswer(answer, contract)
    return answer
  }

  #begin(context: CallContext): void {
    this.#ran = true
    this.#answer = undefined
    this.#context = context
  }

  /** What goes back to the client: the server's own answer where the contract was kept, a refusal where it was not. */
  resultOf(outcome: Outcome, contract: DeclaredToolContract | undefined, limit: number): unknown {
    const answer = this.#answer
    const isReplayed = !this.#ran && (outcome.ok || mayHaveActed(outcome.error.stage))
    if (isReplayed) return toResult(outcome, contract)
    if (outcome.ok) {
      if (answer === undefined) return toResult(outcome)
      return asksForMore(answer) ? question(outcome, answer, limit) : kept(outcome, answer, contract)
    }
    const { code, stage } = outcome.error
    // A late answer is dropped, whatever it says.
    const isServers = stage === 'execute' && !HOST_CODES.has(code)
    if (isServers && answer?.['isError'] === true && this.#mayBeShown(answer, limit))
      return ownError(outcome, answer, contract)
    return toResult(outcome, contract)
  }

  /** An error that is too large or shows what is sensitive is told as a refusal, which says the same without it. */
  #mayBeShown(error: Answer, limit: number): boolean {
    return bytesOfError(error) <= limit && this.#context !== undefined && !reveals(this.#context, error)
  }
}

const HOST_CODES: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'TIMEOUT', 'CANCELLED'])

/** The server's answer, in which the validated output stands wherever its own stood. */
function kept(outcome: Outcome & { ok: true }, answer: Answer, contract: DeclaredToolContract | undefined): unknown {
  const _meta = { ...metaIn(answer), ...metaOf(outcome) }
  if (contract === undefined) return { ...answer, _meta }
  const { value } = outcome
  const { structuredContent, ...rest } = answer
  const isStructured = structuredContent !== undefined || toTool(contract).outputSchema !== undefined
  const structured = isStructured && typeof value === 'object' && value !== null ? { structuredContent: value } : {}
  return { ...rest, content: contentWith(answer, value), ...structured, _meta }
}

/** A question to the caller carries what the protocol has for it, and not more than an answer might. */
function question(outcome: Outcome, answer: Answer, limit: number): unknown {
  const { resultType, inputRequests, requestState } = answer
  const asked = { resultType, inputRequests, requestState, _meta: metaIn(answer) }
  if (utf8Length(JSON.stringify(asked)) <= limit) return { ...asked, _meta: { ...asked._meta, ...metaOf(outcome) } }
  const message = 'The tool asked for more input at greater length than its contract allows.'
  const refusal = refuse('validateOutput', 'tool', 'OUTPUT_TOO_LARGE', message, { limit })
  return toResult(outcomeOf(refusal, outcome.traceId, outcome.stepId))
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

/** The answer as JSON would carry it, read once: what was judged is what is delivered. */
function plain(answer: unknown): unknown {
  if (!isRecord(answer)) return answer
  const read = snapshotOutput(answer, { maxDepth: 1000, maxSize: Infinity })
  if (!read.ok) throw new Error(`its answer ${read.problem}.`)
  return read.value
}
