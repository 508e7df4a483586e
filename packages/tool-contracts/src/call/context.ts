import type { Contract } from '../contract/declare.ts'
import type { Operation } from '../journal/step.ts'
import { type Outcome, refuse } from '../outcome.ts'
import type { OpenStep } from './step.ts'

/** What a handler gets besides its input: who calls, what it may use, and how long its answer counts. */
export class CallContext {
  private readonly step: OpenStep
  private readonly contract: Contract
  private controller: AbortController | undefined
  private ended: string | undefined

  constructor(step: OpenStep, contract: Contract) {
    this.step = step
    this.contract = contract
  }

  get toolName(): string {
    return this.contract.toolName
  }
  get traceId(): string {
    return this.step.request.traceId
  }
  get stepId(): string {
    return this.step.request.stepId
  }
  get principal(): string {
    return this.step.request.principal
  }
  get role(): string | undefined {
    return this.step.request.role
  }
  get limits(): Contract['limits'] {
    return this.contract.limits
  }

  /** Aborted when the time is up or the caller has gone. Made on first use: most handlers never look at it. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    if (this.ended !== undefined) this.controller.abort(new Error(this.ended))
    return this.controller.signal
  }

  /** Calls another tool, governed like any call; refused unless it is in `dependencies` (INV-MCP-002). */
  get call(): (toolName: string, input: unknown) => Promise<Outcome> {
    return (toolName, input) => this.callOther(toolName, input)
  }

  /** Logs on the step what the handler really did, such as `{ kind: 'write', target: 'a.json' }` (INV-MCP-002). */
  get record(): (operation: Operation) => void {
    return (operation) => {
      if (this.ended === undefined) this.step.notes.operate(operation, this.contract.effects)
    }
  }

  /** From now on nothing the handler does counts; `abort` tells a handler that still runs. */
  end(reason: string, abort: boolean): void {
    this.ended ??= reason
    if (abort) this.controller?.abort(new Error(this.ended))
  }

  private callOther(toolName: string, input: unknown): Promise<Outcome> {
    if (this.ended !== undefined) {
      return this.refuse(
        'CANCELLED',
        `'${this.toolName}' has been answered for; it may call no other tool now.`,
        toolName,
      )
    }
    if (this.contract.dependencies.includes(toolName)) return this.step.callNested(toolName, input, this.signal)
    const message = `'${this.toolName}' called '${toolName}', which its contract does not list in dependencies.`
    this.step.notes.violate('INV-MCP-002', message)
    return this.refuse('DEPENDENCY_NOT_MET', message, toolName)
  }

  private refuse(code: string, message: string, toolName: string): Promise<Outcome> {
    const refusal = refuse('dependencies', 'tool', code, message, { missing: [toolName] })
    return Promise.resolve({ ...refusal, traceId: this.traceId, stepId: this.stepId })
  }
}

/** The part of the context that handlers see. */
export type ToolContext = Omit<CallContext, 'end'>
