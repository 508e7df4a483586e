import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CellProcess } from './cell-process.ts'
import { childrenOf, commandLine, identityOf, isAlive, signal } from './processes/process-tree.ts'
import { untilQuiet } from './quiet.ts'

/** How long the children may take to notice that the server has ended. */
const NOTICE_MS = 200
/** How a client ends a server: it closes its input, asks it, makes it; and how long it waits each time. */
const END_OF_INPUT_MS = 2000
const SIGNALS = [
  ['SIGTERM', 500],
  ['SIGKILL', 500],
] as const

export interface Survivor {
  readonly pid: number
  /** Its number in its own namespace. */
  readonly inner: number
  readonly command: string
  /** Whether it left the session it was started in. */
  readonly detached: boolean
}

/** What lives on, of what does not belong to `own`, once it had time to end. */
export async function waitForSurvivors(process: CellProcess, own: ReadonlySet<number>): Promise<readonly Survivor[]> {
  if (process.wasKilled) return []
  const until = Date.now() + NOTICE_MS
  while (isSomeLeft(process, own) && Date.now() < until) await sleep(5)
  await untilQuiet(process)
  const { session } = identityOf(process.shell())
  return living(process, own).map((pid) => {
    const { inner, session: current } = identityOf(pid)
    return { pid, inner, command: commandLine(pid), detached: current !== session }
  })
}

export function isSomeLeft(process: CellProcess, own: ReadonlySet<number>): boolean {
  return living(process, own).length > 0
}

/** Ends the server and nothing else. */
export async function endServer(process: CellProcess, stdin: Writable): Promise<void> {
  const tracer = process.tracer()
  const [server] = tracer === undefined ? [] : childrenOf(tracer)
  stdin.end()
  let hasEnded = await endsWithin(process, END_OF_INPUT_MS)
  for (const [name, ms] of SIGNALS) {
    if (hasEnded || server === undefined) return
    signal(server, name)
    hasEnded = await endsWithin(process, ms)
  }
}

function endsWithin({ exited }: CellProcess, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  return Promise.race([exited.then(() => true), late]).finally(() => timer.abort())
}

/** Without those that have ended and only wait to be noticed. */
function living(process: CellProcess, own: ReadonlySet<number>): readonly number[] {
  return process.survivors().filter((pid) => !own.has(pid) && isAlive(pid))
}
