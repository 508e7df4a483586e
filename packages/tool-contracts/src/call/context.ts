import type { ToolRaisedCode } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import type { Operation } from '../journal/execution-step.ts'
import { type Outcome, outcomeOf, refuse } from '../outcome.ts'
import type { Task } from './task.ts'
import { ToolError } from './tool-error.ts'

/** What a context tells of, for as long as the handler's answer counts. */
export interface Running {
  readonly task: Task
  /** Why nothing the handler does counts any more, once it does not. */
  ended: string | undefined
  controller: AbortController | undefined
}

let runOf: (context: CallContext) => Running

/** Does the value show a sensitive value of this call? Not for handlers: they could find out by guessing. */
export function reveals(context: CallContext, value: unknown): boolean {
  return runOf(context).task.received.secrets.areIn(value)
}

/** What a handler gets besides its input: who calls, what it may use, and how long its answer counts. */
export class CallContext {
  // Truly private: through the run a handler could reach the policy that governs it.
  readonly #run: Running

  static {
    runOf = (context) => context.#run
  }

  constructor(run: Running) {
    this.#run = run
  }

  get toolName(): string {
    return this.#run.task.contract.toolName
  }
  get traceId(): string {
    return this.#run.task.received.request.traceId
  }
  get stepId(): string {
    return this.#run.task.received.request.stepId
  }
  get principal(): string {
    return this.#run.task.received.request.principal
  }
  get role(): string | undefined {
    return this.#run.task.received.request.role
  }
  get limits(): Contract['limits'] {
    return this.#run.task.contract.limits
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

  get call(): (toolName: string, input: unknown) => Promise<Outcome> {
    return (toolName, input) => callOther(this.#run, this, toolName, input)
  }

  get error(): (code: string, reason: string, details?: Readonly<Record<string, unknown>>) => ToolError {
    return (code, reason, details) => new ToolError(code, reason, details)
  }

  /** Tells a caller who wants to know how far the tool has come: `progress(3, 10)`. */
  get progress(): (done: number, total?: number) => void {
    return (done, total) => {
      const { task, ended } = this.#run
      if (ended === undefined) task.received.request.onProgress?.(done, total)
    }
  }

  /** Keeps a value out of the record and of refusals, as if the contract had called it sensitive. */
  get conceal(): (value: unknown) => void {
    return (value) => this.#run.task.received.secrets.learn(value, [[]])
  }

  /** Logs on the step what the handler really did, such as `{ kind: 'write', target: 'a.json' }` (INV-MCP-002). */
  get record(): (operation: Operation) => void {
    return (operation) => {
      const { task, ended } = this.#run
      if (ended === undefined) task.notes.operate(operation, task.contract.effects)
    }
  }
}

/** The part of the context that handlers see; `Needs` are the tools they may call, `Code` the codes of their own. */
export interface ToolContext<Needs extends string = string, Code extends string = string> extends Omit<
  CallContext,
  'ended' | keyof Typed<Needs, Code>
> {
  /** Calls another tool, governed like any call; refused unless it is in `dependencies` (INV-MCP-002). */
  readonly call: Typed<Needs, Code>['call']
  /** The error to throw to fail with a code that the contract declares, or a standard one (INV-MCP-003). */
  readonly error: Typed<Needs, Code>['error']
}

// Methods: a handler that knows its tools and codes stands wherever one that knows any may.
interface Typed<Needs extends string, Code extends string> {
  call(toolName: Needs, input: unknown): Promise<Outcome>
  error(code: Code | ToolRaisedCode, reason: string, details?: Readonly<Record<string, unknown>>): ToolError
}

function callOther(run: Running, context: CallContext, other: string, input: unknown): Promise<Outcome> {
  const { contract, received, notes } = run.task
  const { toolName, dependencies } = contract
  const shown = String(other).slice(0, 128)
  const { traceId, stepId } = received.request
  const refused = (code: string, message: string): Promise<Outcome> => {
    const refusal = refuse('dependencies', 'tool', code, message, { missing: [shown] })
    return Promise.resolve(outcomeOf(refusal, traceId, stepId))
  }
  if (context.ended) return refused('CANCELLED', `'${toolName}' has been answered for; it may call no other tool now.`)
  if (dependencies.includes(other)) return run.task.callOther(other, input, context.signal)
  const message = `'${toolName}' called '${shown}', which its contract does not list in dependencies.`
  notes.violate('INV-MCP-002', message)
  return refused('DEPENDENCY_NOT_MET', message)
}
