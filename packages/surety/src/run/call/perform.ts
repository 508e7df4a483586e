import { now } from '../../connect/now.ts'
import type { Reply } from '../../connect/session.ts'
import type { Exit } from '../../sandbox/cell.ts'
import { refusesInWords } from '../../judge/refusal-in-words.ts'
import { answerOf } from './answer.ts'
import type { ServerSlot } from '../process/server-slot.ts'
import type { ServerProcess } from '../process/server-process.ts'
import type { PlannedCall, Subject, Task } from '../plan/subject.ts'

/** A call that was made. */
export interface Performed {
  readonly planned: PlannedCall
  readonly subject: Subject
  readonly reply: Reply
  readonly process: number
  /** How the server ended, if it did. */
  readonly exit: Exit | undefined
  readonly stderr: string
}

/** A tool that crashes the server this often is not called again. */
const MAX_CRASHES = 3
/** A tool that accepts so many inputs that it had to refuse is not sent more of them. */
const MAX_ACCEPTED = 3
/** Where the time is short, a tool that takes this long waits for the others after its first call. */
export const SLOW_MS = 500

/** Makes the calls one after another; a server that crashes is started again for the next one. */
export async function perform(
  slot: ServerSlot,
  { subject, calls }: Task,
  onCall: () => void = () => {},
): Promise<readonly Performed[]> {
  const performed: Performed[] = []
  let crashes = 0
  let accepted = 0
  for (const planned of calls) {
    if (planned.purpose === 'invalid' && accepted >= MAX_ACCEPTED) continue
    if (isSlow(performed, calls, slot)) break
    const process = await slot.ensureStarted()
    if (typeof process === 'string') break
    const sentAt = now()
    const made = await slot.stop.unlessStopped(makeCall(process, subject, planned))
    if (made === undefined) {
      await process.abandon(sentAt, performed.length > 0)
      break
    }
    performed.push(made)
    onCall()
    if (planned.purpose === 'invalid' && isAcceptedInput(made)) accepted += 1
    if (!hasCrashed(made)) continue
    await slot.replace()
    if (!isExpectedTimeout(made) && (made.reply.kind === 'timeout' || ++crashes >= MAX_CRASHES)) break
  }
  return performed
}

/** Is the time short, and the tool so slow that others are to be called before its first call is varied? */
function isSlow(performed: readonly Performed[], calls: readonly PlannedCall[], { stop }: ServerSlot): boolean {
  const [first] = performed
  if (!stop.isTimed || first === undefined || first.planned.base !== undefined || tookMs(first) < SLOW_MS) return false
  const own = calls.filter(({ base, purpose }) => base === first.planned.id && purpose === 'repeat')
  return own.every(({ id }) => performed.some(({ planned }) => planned.id === id))
}

export function tookMs({ reply }: Performed): number {
  return reply.endedAt - reply.sentAt
}

async function makeCall(process: ServerProcess, subject: Subject, planned: PlannedCall): Promise<Performed> {
  const reply = await process.call(subject.tool, planned.input, subject.limits)
  const exit = reply.kind === 'closed' ? await process.waitForExit() : undefined
  const made = { planned, subject, reply, process: process.number, exit, stderr: '' }
  return hasCrashed(made) ? { ...made, stderr: process.stderr } : made
}

function isAccepted(reply: Reply): boolean {
  return reply.kind === 'result' && reply.result['isError'] !== true
}

/** Was the input taken: answered by more than a refusal in words? */
function isAcceptedInput(made: Performed): boolean {
  if (!isAccepted(made.reply)) return false
  const answer = answerOf(made)
  return answer.kind === 'result' && !refusesInWords(answer)
}

function isExpectedTimeout({ planned: { test }, reply }: Performed): boolean {
  return reply.kind === 'timeout' && test?.expect?.error?.type === 'unbounded_execution'
}

/** Did the process end, or have to be ended? */
function hasCrashed({ reply: { kind } }: Pick<Performed, 'reply'>): boolean {
  return kind === 'closed' || kind === 'timeout'
}
