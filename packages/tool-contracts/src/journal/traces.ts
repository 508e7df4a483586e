/** How many steps a trace has had, known for as long as one of them is open or kept. */
export interface Trace {
  opened: number
  held: number
}

const FEW = 1024

/** The traces of all principals: the same traceId of another principal is another trace. */
export class Traces {
  private byKey = new Map<string, Trace>()
  private many = FEW

  find(principal: string, traceId: string): Trace | undefined {
    return this.byKey.get(keyOf(principal, traceId))
  }

  /** The trace, with one more step to hold. */
  hold(principal: string, traceId: string): Trace {
    const key = keyOf(principal, traceId)
    const known = this.byKey.get(key)
    if (known !== undefined) {
      known.held++
      return known
    }
    const trace = { opened: 0, held: 1 }
    this.byKey.set(key, trace)
    if (this.byKey.size > this.many) this.forgetUnheld()
    return trace
  }

  release(trace: Trace): void {
    trace.held--
  }

  /** All at once: a Map from which entries are deleted one by one keeps much of what it held alive between collections. */
  private forgetUnheld(): void {
    this.byKey = new Map([...this.byKey].filter(([, { held }]) => held > 0))
    this.many = Math.max(FEW, this.byKey.size * 2)
  }
}

/** The length keeps apart what concatenation would not. */
function keyOf(principal: string, traceId: string): string {
  return `${principal.length}:${principal}${traceId}`
}
