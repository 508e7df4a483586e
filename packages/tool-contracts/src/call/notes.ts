import type { Effects } from '../contract/declare.ts'
import { undeclaredEffect } from '../contract/recorded-effect.ts'
import type { Operation, Violation } from '../journal/execution-step.ts'

const MAX_OPERATIONS = 1000
const MAX_VIOLATIONS = 100
const NONE: readonly never[] = []

/** What a call's step will say about what the tool did and broke, until the step is closed. */
export class Notes {
  private done: Operation[] | undefined
  private broken: Violation[] | undefined
  private closed = false

  /** What the handler says it did, held against what its contract allows, if it has one (INV-MCP-002). */
  operate({ kind, target }: Operation, effects: Effects | undefined): void {
    this.done ??= []
    if (this.closed || this.done.length >= MAX_OPERATIONS) return
    const operation = { kind: String(kind).slice(0, 100), target: String(target).slice(0, 1000) }
    this.done.push(operation)
    const problem = effects && undeclaredEffect(effects, operation)
    if (problem !== undefined) this.violate('INV-MCP-002', problem)
  }

  violate(invariant: string, message: string): void {
    this.broken ??= []
    if (!this.closed && this.broken.length < MAX_VIOLATIONS) this.broken.push({ invariant, message })
  }

  get operations(): readonly Operation[] {
    return this.done ?? NONE
  }

  get violations(): readonly Violation[] {
    return this.broken ?? NONE
  }

  /** A handler that still runs can add nothing to a step that is written. */
  close(): void {
    this.closed = true
  }
}
