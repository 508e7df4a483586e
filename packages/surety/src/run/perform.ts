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
  /** How the server ended, if it did. */
  readonly exit: Exit | undefined
  readonly stderr: string
}

/** A tool that fells the server this often is not called on. */
const MOST_FALLS = 3

/**
 * Makes the calls one after another; a server that falls is started again for the next one. `hurried`: inputs that are to
 * be refused go out together, since hardly anything is done with them, and a repeat along with them; whoever then looks
 * guilty is called in no hurry.
 */
export async function perform(seat: Seat, { subject, calls }: Task, hurried: boolean): Promise<Performed[]> {
  const performed: Performed[] = []
  let falls = 0
  for (const group of hurried ? inGroups(calls) : calls.map((planned) => [planned])) {
    const process = await seat.process()
    if (typeof process === 'string') break
    const made = await Promise.all(group.map((planned) => makeCall(process, subject, planned, group.length > 1)))
    performed.push(...made)
    if (!made.some(({ reply }) => isFall(reply))) continue
    await seat.replace()
    if (made.some(({ reply }) => reply.kind === 'timeout') || ++falls >= MOST_FALLS) break
  }
  return performed
}

function inGroups(calls: readonly PlannedCall[]): readonly (readonly PlannedCall[])[] {
  const last = calls.findLast(({ purpose }) => purpose === 'repeat')
  const isHurried = (call: PlannedCall): boolean => call === last || call.purpose === 'spoiled'
  return [...calls.filter((call) => !isHurried(call)).map((planned) => [planned]), calls.filter(isHurried)]
}

async function makeCall(
  process: ServerProcess,
  subject: Subject,
  planned: PlannedCall,
  crowded: boolean,
): Promise<Performed> {
  const reply = await process.call(subject.tool, planned.input, subject.limits)
  const exit = reply.kind === 'closed' ? await process.exit() : undefined
  const stderr = isFall(reply) ? process.stderr : ''
  return { planned, subject, reply, process: process.number, crowded, exit, stderr }
}

function isFall({ kind }: Reply): boolean {
  return kind === 'closed' || kind === 'timeout'
}
