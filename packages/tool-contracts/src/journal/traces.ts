/** How many steps a trace has had, known for as long as one of them is open or kept. */
export interface Trace {
  readonly principal: string
  opened: number
  held: number
  /** The trace of another principal that chose the same traceId. */
  readonly other: Trace | undefined
}

const FEW = 1024

/** The traces of all principals: the same traceId of another principal is another trace. */
export class Traces {
  private byId = new Map<string, Trace>()
  private many = FEW

  find(principal: string, traceId: string): Trace | undefined {
    let trace = this.byId.get(traceId)
    while (trace !== undefined && trace.principal !== principal) trace = trace.other
    return trace
  }

  /** The trace, with one more step to hold. */
  hold(principal: string, traceId: string): Trace {
    const known = this.find(principal, traceId)
    if (known !== undefined) {
      known.held++
      return known
    }
    const trace = { principal, opened: 0, held: 1, other: this.byId.get(traceId) }
    this.byId.set(traceId, trace)
    if (this.byId.size > this.many) this.forgetUnheld()
    return trace
  }

  release(trace: Trace): void {
    trace.held--
  }

  /** All at once: a Map from which entries are deleted one by one keeps much of what it held alive between collections. */
  private forgetUnheld(): void {
    this.byId = new Map([...this.byId].filter(([, trace]) => isHeld(trace)))
    this.many = Math.max(FEW, this.byId.size * 2)
  }
}

function isHeld(trace: Trace | undefined): boolean {
  return trace !== undefined && (trace.held > 0 || isHeld(trace.other))
}
