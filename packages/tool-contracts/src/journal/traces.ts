/** How many steps a trace has had, known for as long as one of them is open or kept. */
export interface Trace {
  opened: number
  held: number
}

type ById = Map<string, Trace>

const FEW = 1024

/** The traces of all principals: the same traceId of another principal is another trace. */
export class Traces {
  private byPrincipal = new Map<string, ById>()
  private made = 0
  private many = FEW

  find(principal: string, traceId: string): Trace | undefined {
    return this.byPrincipal.get(principal)?.get(traceId)
  }

  /** The trace, with one more step to hold. */
  hold(principal: string, traceId: string): Trace {
    const trace = this.find(principal, traceId) ?? this.make(principal, traceId)
    trace.held++
    return trace
  }

  release(trace: Trace): void {
    trace.held--
  }

  private make(principal: string, traceId: string): Trace {
    if (++this.made > this.many) this.forgetUnheld()
    const traces = this.byPrincipal.get(principal) ?? new Map<string, Trace>()
    this.byPrincipal.set(principal, traces)
    const trace = { opened: 0, held: 0 }
    traces.set(traceId, trace)
    return trace
  }

  /** All at once: a Map from which entries are deleted one by one keeps much of what it held alive between collections. */
  private forgetUnheld(): void {
    const held = [...this.byPrincipal].map(([principal, traces]): [string, ById] => [principal, heldOf(traces)])
    this.byPrincipal = new Map(held.filter(([, traces]) => traces.size > 0))
    this.made = held.reduce((sum, [, traces]) => sum + traces.size, 0)
    this.many = Math.max(FEW, this.made * 2)
  }
}

function heldOf(traces: ById): ById {
  return new Map([...traces].filter(([, { held }]) => held > 0))
}
