import type { Reply } from '../connect/session.ts'
import type { Exit } from '../sandbox/cell.ts'
import type { Seat } from './seat.ts'
import type { ServerProcess } from './server-process.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'

/** A call that was made. */
export interface Performed {
  readonly planned: PlannedCall
  readonly subject: Subject
  readonly reply: Reply
  readonly process: number
  /** Whether other calls of the tool were under way with it. */
  readonly crowded: boolean
  /** From when it was sent, or another one answered before it, to its answer. */
  readonly tookMs: number
  /** How the server ended, if it did. */
  readonly exit: Exit | undefined
  readonly stderr: string
}

/** A tool that fells the server this often is not called on. */
const MOST_FALLS = 3

/** An input that is answered as soon as this may be asked again, and varied, with all of that under way at once. */
const QUICK_MS = 20

/**
 * Makes the calls one after another; a server that falls is started again for the next one. `hurried`: what varies an
 * input that was answered quickly goes out together; whoever then looks guilty, or refuses what it accepted before, is
 * called in no hurry.
 */
export async function perform(seat: Seat, { subject, calls }: Task, hurried: boolean): Promise<Performed[]> {
  const performed: Performed[] = []
  let falls = 0
  for (let made = 0; made < calls.length; made = performed.length) {
    const process = await seat.process()
    if (typeof process === 'string') break
    const group = hurried ? nextOf(calls.slice(made), performed) : calls.slice(made, made + 1)
    const own = await makeCalls(process, subject, group)
    performed.push(...own)
    if (!own.some(({ reply }) => isFall(reply))) continue
    await seat.replace()
    if (own.some(({ reply }) => reply.kind === 'timeout') || ++falls >= MOST_FALLS) break
  }
  return performed
}

/** The next call, with those that vary the same quickly answered input. */
function nextOf(calls: readonly PlannedCall[], performed: readonly Performed[]): readonly PlannedCall[] {
  const base = performed.find(({ planned }) => planned.id === calls[0]?.base)
  if (base === undefined || !isQuick(base)) return calls.slice(0, 1)
  const others = calls.findIndex((call) => call.base !== base.planned.id)
  return calls.slice(0, others === -1 ? calls.length : others)
}

function isQuick({ reply: { kind, sentAt, endedAt }, subject: { limits } }: Performed): boolean {
  return kind === 'result' && endedAt - sentAt < Math.min(QUICK_MS, limits.timeoutMs / 10)
}

/** The repeats go last: one that is refused now tells that the company was too much for the server. */
async function makeCalls(
  process: ServerProcess,
  subject: Subject,
  group: readonly PlannedCall[],
): Promise<readonly Performed[]> {
  const crowded = group.length > 1
  const making = group.toReversed().map(async (planned) => {
    const reply = await process.call(subject.tool, planned.input, subject.limits)
    const exit = reply.kind === 'closed' ? await process.exit() : undefined
    return { planned, reply, exit }
  })
  const made = (await Promise.all(making)).toReversed()
  const answeredAt = made.map(({ reply }) => reply.endedAt)
  return made.map(({ planned, reply, exit }) => ({
    planned,
    subject,
    reply,
    process: process.number,
    crowded,
    tookMs: reply.endedAt - Math.max(reply.sentAt, ...answeredAt.filter((at) => at < reply.endedAt)),
    exit,
    stderr: isFall(reply) ? process.stderr : '',
  }))
}

/** Did the process end, or have to be ended? */
export function isFall({ kind }: Reply): boolean {
  return kind === 'closed' || kind === 'timeout'
}
