import type { Contract } from '../contract/declare.ts'
import type { Operation } from '../journal/step.ts'
import { type Outcome, outcomeOf, refuse } from '../outcome.ts'
import type { OpenStep } from './step.ts'

/** What a handler gets besides its input: who calls, what it may use, and how long its answer counts. */
export class CallContext {
  // Truly private: through the step a handler could reach the policy that governs it.
  readonly #step: OpenStep
  readonly #contract: Contract
  #controller: AbortController | undefined
  #ended: string | undefined

  constructor(step: OpenStep, contract: Contract) {
    this.#step = step
    this.#contract = contract
  }

  get toolName(): string {
    return this.#contract.toolName
  }
  get traceId(): string {
    return this.#step.request.traceId
  }
  get stepId(): string {
    return this.#step.request.stepId
  }
  get principal(): string {
    return this.#step.request.principal
  }
  get role(): string | undefined {
    return this.#step.request.role
  }
  get limits(): Contract['limits'] {
    return this.#contract.limits
  }

  /** Whether nothing the handler does counts any more. */
  get ended(): boolean {
    return this.#ended !== undefined
  }

  /** Aborted when the time is up or the caller has gone. Made on first use: most handlers never look at it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#ended !== undefined) this.#controller.abort(new Error(this.#ended))
    return this.#controller.signal
  }

  /** Calls another tool, governed like any call; refused unless it is in `dependencies` (INV-MCP-002). */
  get call(): (toolName: string, input: unknown) => Promise<Outcome> {
    return (toolName, input) => callOther(this.#step, this.#contract, this, toolName, input)
  }

  /** Logs on the step what the handler really did, such as `{ kind: 'write', target: 'a.json' }` (INV-MCP-002). */
  get record(): (operation: Operation) => void {
    return (operation) => {
      if (!this.ended) this.#step.notes.operate(operation, this.#contract.effects)
    }
  }

  /** From now on nothing the handler does counts; `abort` tells a handler that still runs. */
  end(reason: string, abort: boolean): void {
    this.#ended ??= reason
    if (abort) this.#controller?.abort(new Error(this.#ended))
  }
}

/** The part of the context that handlers see. */
export type ToolContext = Omit<CallContext, 'end' | 'ended'>

function callOther(
  step: OpenStep,
  { toolName, dependencies }: Contract,
  context: CallContext,
  other: string,
  input: unknown,
): Promise<Outcome> {
  const shown = String(other).slice(0, 128)
  const { traceId, stepId } = step.request
  const refused = (code: string, message: string): Promise<Outcome> => {
    const refusal = refuse('dependencies', 'tool', code, message, { missing: [shown] })
    return Promise.resolve(outcomeOf(refusal, traceId, stepId))
  }
  if (context.ended) return refused('CANCELLED', `'${toolName}' has been answered for; it may call no other tool now.`)
  if (dependencies.includes(other)) return step.callNested(other, input, context.signal)
  const message = `'${toolName}' called '${shown}', which its contract does not list in dependencies.`
  step.notes.violate('INV-MCP-002', message)
  return refused('DEPENDENCY_NOT_MET', message)
}
