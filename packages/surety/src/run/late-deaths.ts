import type { Pass } from './pass.ts'
import type { Subject } from './subject.ts'

/** Did the server end by itself? */
export function dies({ performed }: Pass): boolean {
  return performed.some(({ exit }) => exit !== undefined)
}

/** A death in the call of a tool that, alone, nobody dies of: one of those called before may have brought it about. */
export function suspectsOfDeath({ performed }: Pass, alone: ReadonlyMap<Subject, Pass>): Subject[] {
  const unexplained = performed.filter(({ exit, subject }) => {
    const own = alone.get(subject)
    return exit !== undefined && own !== undefined && !dies(own)
  })
  const before = unexplained.flatMap((death) =>
    performed.filter(({ process, reply }) => process === death.process && reply.sentAt < death.reply.sentAt),
  )
  return [...new Set(before.map(({ subject }) => subject))].filter(
    (subject) => !alone.has(subject) && !subject.plan.once,
  )
}
