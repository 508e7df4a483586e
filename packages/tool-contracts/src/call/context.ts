import type { Contract } from '../contract/declare.ts'
import type { Operation } from '../journal/step.ts'
import { type Outcome, outcomeOf, refuse } from '../outcome.ts'
import type { OpenStep } from './step.ts'

/** What a context tells of, for as long as the handler's answer counts. */
export interface Running {
  readonly step: OpenStep
  readonly contract: Contract
  /** Why nothing the handler does counts any more, once it does not. */
  ended: string | undefined
  controller: AbortController | undefined
}

let runOf: (context: CallContext) => Running

/** Does the value show a sensitive value of this call? Not for handlers: they could find out by guessing. */
export function reveals(context: CallContext, value: unknown): boolean {
  return runOf(context).step.reveals(value)
}

/** What a handler gets besides its input: who calls, what it may use, and how long its answer counts. */
export class CallContext {
  // Truly private: through the step a handler could reach the policy that governs it.
  readonly #run: Running

  static {
    runOf = (context) => context.#run
  }

  constructor(run: Running) {
    this.#run = run
  }

  get toolName(): string {
    return this.#run.contract.toolName
  }
  get traceId(): string {
    return this.#run.step.request.traceId
  }
  get stepId(): string {
    return this.#run.step.request.stepId
  }
  get principal(): string {
    return this.#run.step.request.principal
  }
  get role(): string | undefined {
    return this.#run.step.request.role
  }
  get limits(): Contract['limits'] {
    return this.#run.contract.limits
  }

  /** Whether nothing the handler does counts any more. */
  get ended(): boolean {
    return this.#run.ended !== undefined
  }

  /** Aborted when the time is up or the caller has gone. Made on first use: most handlers never look at it. */
  get signal(): AbortSignal {
    const run = this.#run
    run.controller ??= new AbortController()
    if (run.ended !== undefined) run.controller.abort(new Error(run.ended))
    return run.controller.signal
  }

  /** Calls another tool, governed like any call; refused unless it is in `dependencies` (INV-MCP-002). */
  get call(): (toolName: string, input: unknown) => Promise<Outcome> {
    return (toolName, input) => callOther(this.#run, this, toolName, input)
  }

  /** Logs on the step what the handler really did, such as `{ kind: 'write', target: 'a.json' }` (INV-MCP-002). */
  get record(): (operation: Operation) => void {
    return (operation) => {
      const { step, contract, ended } = this.#run
      if (ended === undefined) step.notes.operate(operation, contract.effects)
    }
  }
}

/** The part of the context that handlers see. */
export type ToolContext = Omit<CallContext, 'ended'>

function callOther(run: Running, context: CallContext, other: string, input: unknown): Promise<Outcome> {
  const { step } = run
  const { toolName, dependencies } = run.contract
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
