import type { Reply } from '../connect/session.ts'
import type { Exit } from '../sandbox/cell.ts'
import type { Seat } from './seat.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'

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

/** A tool that fells the server this often is not called on. */
const MOST_FALLS = 3

/** Makes the calls one after another; a server that falls is started again for the next one. */
export async function perform(seat: Seat, { subject, calls }: Task): Promise<Performed[]> {
  const performed: Performed[] = []
  let falls = 0
  for (const planned of calls) {
    const process = await seat.process()
    if (typeof process === 'string') break
    const reply = await process.call(subject.tool, planned.input, subject.limits)
    const fell = reply.kind === 'closed' || reply.kind === 'timeout'
    const exit = reply.kind === 'closed' ? await process.exit() : undefined
    performed.push({ planned, subject, reply, process: process.number, exit, stderr: fell ? process.stderr : '' })
    if (!fell) continue
    await seat.replace()
    if (reply.kind === 'timeout' || ++falls >= MOST_FALLS) break
  }
  return performed
}
