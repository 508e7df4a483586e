import type { Reply, ReplyOutcome } from '../connect/session.ts'
import type { Sighting } from '../sandbox/cell.ts'
import type { Pass } from './call/pass.ts'
import type { Performed } from './call/perform.ts'
import type { ServerUnderTest } from './call/server-under-test.ts'
import type { Profile } from './plan/profile.ts'
import type { PlannedCall, Subject, Task } from './plan/subject.ts'
import type { ObservationMode } from './process/launch.ts'
import type { ServerProcess } from './process/server-process.ts'
import { Stop } from './request/stop.ts'

export const PROFILE: Profile = { env: {}, network: false, memoryBytes: 1024 ** 3 }
export const DONE = { kind: 'result', result: { content: [] }, bytes: 20 } as const
export const LATE = { kind: 'timeout', limitMs: 100 } as const

/** A call worth making: a generated one, unless told otherwise. */
export function planned(id: number, given: Partial<PlannedCall> = {}): PlannedCall {
  return {
    id,
    purpose: 'generated',
    input: {},
    test: undefined,
    testIndex: undefined,
    base: undefined,
    variation: undefined,
    profile: PROFILE,
    ...given,
  }
}

/** A tool without a contract. */
export function subject(tool: string, calls: readonly PlannedCall[], given: Partial<Subject> = {}): Subject {
  return {
    tool,
    listed: {
      name: tool,
      title: undefined,
      description: undefined,
      inputSchema: { type: 'object' },
      outputSchema: undefined,
      annotations: undefined,
      raw: { name: tool },
    },
    contract: undefined,
    input: undefined,
    output: undefined,
    tests: [],
    problems: [],
    limits: { timeoutMs: 100, outputBytes: 1024, memoryBytes: 1024 ** 3 },
    network: [],
    contradicted: new Map(),
    plan: { calls, notCalled: undefined, mayCallOnlyOnce: false, invalidInputsNotTried: undefined },
    ...given,
  }
}

/** What a tool does in a call; an effect is seen right before the answer. */
export interface Deed {
  readonly reply?: ReplyOutcome
  readonly sighting?: Record<string, unknown>
}

/** A call as a tool meets it: after those that its process has answered. */
export interface Met {
  readonly tool: string
  readonly call: PlannedCall
  readonly watch: ObservationMode
  readonly before: readonly string[]
}

interface Asked {
  readonly watch: ObservationMode
  readonly tools: readonly string[]
  readonly purposes: readonly string[]
}

export interface LiteralServer extends ServerUnderTest {
  /** What was asked for so far: one entry for each pass. */
  readonly asked: readonly Asked[]
}

/** A server that no process runs: what its tools do is said by a function, and each pass is made in one process. */
export function literalServer(does: (met: Met) => Deed, given: Partial<ServerUnderTest> = {}): LiteralServer {
  let clock = 0
  let processes = 0
  const asked: Asked[] = []
  async function call(tasks: readonly Task[], { watch }: { readonly watch: ObservationMode }): Promise<Pass> {
    const calls = tasks.flatMap((task) => task.calls)
    asked.push({ watch, tools: tasks.map((task) => task.subject.tool), purposes: calls.map(({ purpose }) => purpose) })
    const { process, sightings } = literalProcess(++processes, watch, ++clock)
    const before: string[] = []
    const performed = tasks.flatMap(({ subject: of, calls: own }) =>
      own.map((one): Performed => {
        const { tool } = of
        const { reply = DONE, sighting } = does({ tool, call: one, watch, before })
        before.push(tool)
        const sentAt = ++clock
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a literal of the test
        if (sighting !== undefined) sightings.push({ at: ++clock, ...sighting } as unknown as Sighting)
        const timed: Reply = { ...reply, sentAt, endedAt: ++clock }
        return { planned: one, subject: of, reply: timed, process: process.number, exit: undefined, stderr: '' }
      }),
    )
    return { performed, uncalled: [], processes: [process], listings: [tasks.map((task) => task.subject.listed)] }
  }
  return {
    isContained: true,
    isTraceable: true,
    listTimeoutMs: 100,
    stop: new Stop(),
    call,
    start: async () => ({ ok: false, reason: 'it is a literal' }),
    asked,
    ...given,
  }
}

function literalProcess(
  number: number,
  watch: ObservationMode,
  readyAt: number,
): { readonly process: ServerProcess; readonly sightings: Sighting[] } {
  const sightings: Sighting[] = []
  const process = {
    number,
    readyAt,
    sightings,
    isTraced: watch === 'traced',
    scans: [],
    noise: [],
    problems: [],
    listed: undefined,
    seesCalls: true,
    end: async () => undefined,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the evidence is made of, without a process behind it
  return { process: process as unknown as ServerProcess, sightings }
}

/** A file written in the project. */
export function wrote(path: string): Record<string, unknown> {
  return { kind: 'write', place: 'project', path, existed: false, refused: false }
}
