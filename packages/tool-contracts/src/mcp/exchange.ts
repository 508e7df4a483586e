import type { CallContext, ToolContext } from '../call/context.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import type { Outcome } from '../outcome.ts'
import { failureOf } from './answer.ts'
import type { McpRequest, RequestHandler } from './server-handlers.ts'
import { metaOf, toResult } from './to-result.ts'
import { toTool } from './to-tool.ts'

const contexts = new WeakMap<object, ToolContext>()

/** The governed call's context, from the `extra` (SDK 1) or `ctx` (SDK 2) that a guarded server's handler gets. */
export function toolContext(extra: object): ToolContext | undefined {
  return contexts.get(extra)
}

/** One `tools/call` request to a guarded server, with the calls its tool makes to others, and the server's own answers. */
export class Exchange {
  readonly #request: McpRequest
  readonly #extra: object
  readonly #handler: RequestHandler
  readonly #answers = new Map<string, Readonly<Record<string, unknown>>>()
  readonly #thrown = new Map<string, unknown>()

  constructor(request: McpRequest, extra: object, handler: RequestHandler) {
    this.#request = request
    this.#extra = extra
    this.#handler = handler
  }

  /** Hands the validated input to the server's own handler. */
  readonly invoke = async (contract: Contract, input: unknown, context: CallContext): Promise<unknown> => {
    const params = { ...this.#request.params, name: contract.toolName, arguments: input }
    const extra: object = Object.create(this.#extra)
    contexts.set(extra, context)
    const answer = await this.#handler({ ...this.#request, params }, extra).catch((error: unknown) => {
      this.#thrown.set(context.stepId, error)
      throw error
    })
    if (!isRecord(answer)) return answer
    this.#answers.set(context.stepId, answer)
    if (answer['isError'] === true) throw failureOf(answer, contract)
    return answer
  }

  /** What goes back to the client: the server's own answer where the contract was kept, a refusal where it was not. */
  resultOf(outcome: Outcome, contract: DeclaredToolContract | undefined): unknown {
    const answer = this.#answers.get(outcome.stepId)
    if (outcome.ok) return answer === undefined ? toResult(outcome) : kept(outcome, answer, contract)
    const { code, stage } = outcome.error
    const isServersOwn = stage === 'execute' && code !== 'INTERNAL_ERROR' && answer?.['isError'] === true
    if (isServersOwn) return { ...answer, _meta: { ...metaIn(answer), ...metaOf(outcome) } }
    const thrown = this.#thrown.get(outcome.stepId)
    if (stage === 'execute' && isProtocolError(thrown)) throw thrown
    return toResult(outcome, contract)
  }
}

function kept(
  outcome: Outcome & { ok: true },
  answer: Readonly<Record<string, unknown>>,
  contract: DeclaredToolContract | undefined,
): unknown {
  const _meta = { ...metaIn(answer), ...metaOf(outcome) }
  const isPublished = contract !== undefined && toTool(contract).outputSchema !== undefined && isRecord(outcome.value)
  const isComplete = 'content' in answer
  if (!isComplete) return answer
  return isPublished ? { ...answer, structuredContent: outcome.value, _meta } : { ...answer, _meta }
}

function metaIn(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return isRecord(answer['_meta']) ? answer['_meta'] : {}
}

/** An error the SDK answers itself, with a JSON-RPC code. */
function isProtocolError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && Number.isInteger(error.code)
}
