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
  /** Whether inputs that are to be refused were under way with it. */
  readonly crowded: boolean
  /** From when it was sent, or another one answered before it, to its answer. */
  readonly tookMs: number
  /** How the server ended, if it did. */
  readonly exit: Exit | undefined
  readonly stderr: string
}

/** A tool that fells the server this often is not called on. */
const MAX_FALLS = 3
/** A tool that accepts so many inputs that it had to refuse is not sent more of them. */
const MAX_ACCEPTED = 3
/** A tool that answers as soon as this can be asked several things at once. */
const QUICK_MS = 20

/**
 * Makes the calls one after another; a server that falls is started again for the next one. `hurried`: inputs that are to
 * be refused go out together, since hardly anything is done with them, and then a repeat. Only if that is accepted was
 * the company not too much for the server, and counts; else they are sent one by one after all.
 */
export async function perform(seat: Seat, { subject, calls }: Task, hurried: boolean): Promise<readonly Performed[]> {
  const company = hurried && seat.bearsCompany ? companyIn(calls) : []
  const others = calls.filter((call) => !company.includes(call))
  const performed = await performEach(seat, subject, others)
  if (company.length === 0 || performed.length < others.length) return performed
  const base = performed.find(({ planned }) => planned.id === company[0]?.base)
  const together = base !== undefined && isQuick(base) ? await performTogether(seat, company, base) : undefined
  return [...performed, ...(together ?? (await performEach(seat, subject, company)))]
}

async function performEach(seat: Seat, subject: Subject, calls: readonly PlannedCall[]): Promise<Performed[]> {
  const performed: Performed[] = []
  let falls = 0
  let accepted = 0
  for (const planned of calls) {
    if (planned.purpose === 'spoiled' && accepted >= MAX_ACCEPTED) continue
    const process = await seat.process()
    if (typeof process === 'string') break
    const made = await makeCall(process, subject, planned, false)
    performed.push(made)
    if (planned.purpose === 'spoiled' && isAccepted(made.reply)) accepted += 1
    if (!isFall(made)) continue
    await seat.replace()
    if (made.reply.kind === 'timeout' || ++falls >= MAX_FALLS) break
  }
  return performed
}

/** What may go out together; the repeat is one of several, and the last. */
function companyIn(calls: readonly PlannedCall[]): readonly PlannedCall[] {
  const spoiled = calls.filter(({ purpose }) => purpose === 'spoiled')
  const repeats = calls.filter(({ purpose, base }) => purpose === 'repeat' && base === spoiled[0]?.base)
  return spoiled.length === 0 || repeats.length < 2 ? spoiled : [...spoiled, ...repeats.slice(-1)]
}

function isQuick({ planned, reply, tookMs, subject: { limits } }: Performed): boolean {
  // Whoever it connects to may not bear company either.
  if (planned.profile.network || !isAccepted(reply)) return false
  return tookMs < Math.min(QUICK_MS, limits.timeoutMs / 10)
}

/** Undefined where it was too much for the server. */
async function performTogether(
  seat: Seat,
  company: readonly PlannedCall[],
  { planned, subject }: Performed,
): Promise<readonly Performed[] | undefined> {
  const process = await seat.process()
  if (typeof process === 'string') return undefined
  const calls = company.at(-1)?.purpose === 'repeat' ? company : [...company, planned]
  const made = await Promise.all(calls.map((call) => makeCall(process, subject, call, true)))
  const hasFallen = made.some(isFall)
  if (hasFallen) await seat.replace()
  const last = made.at(-1)
  if (hasFallen || last === undefined || !isAccepted(last.reply)) {
    seat.bearsCompany = false
    return undefined
  }
  const answeredAt = made.map(({ reply }) => reply.endedAt)
  return made.slice(0, company.length).map((one) => {
    const { sentAt, endedAt } = one.reply
    return { ...one, tookMs: endedAt - Math.max(sentAt, ...answeredAt.filter((at) => at < endedAt)) }
  })
}

async function makeCall(
  process: ServerProcess,
  subject: Subject,
  planned: PlannedCall,
  crowded: boolean,
): Promise<Performed> {
  const reply = await process.call(subject.tool, planned.input, subject.limits)
  const exit = reply.kind === 'closed' ? await process.exit() : undefined
  const tookMs = reply.endedAt - reply.sentAt
  const made = { planned, subject, reply, process: process.number, crowded, tookMs, exit, stderr: '' }
  return isFall(made) ? { ...made, stderr: process.stderr } : made
}

function isAccepted(reply: Reply): boolean {
  return reply.kind === 'result' && reply.result['isError'] !== true
}

/** Did the process end, or have to be ended? */
function isFall({ reply: { kind } }: Pick<Performed, 'reply'>): boolean {
  return kind === 'closed' || kind === 'timeout'
}
