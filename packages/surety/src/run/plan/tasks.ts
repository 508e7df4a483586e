import { groupBy } from '../../judge/group-by.ts'
import { profileKey } from './profile.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'

/** The calls of one tool, by the kind of process they need. */
export function tasksOf(subject: Subject, calls: readonly PlannedCall[]): Task[] {
  const groups = groupBy(calls, ({ profile }) => profileKey(profile))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ subject, profile: first.profile, calls: group }]
  })
}

/** Once more what was asked, for a process that has answered nothing of it before. */
export function freshTasks(subject: Subject, calls: readonly PlannedCall[], nextId: () => number): Task[] {
  if (!calls.some(({ purpose }) => purpose === 'repeat')) return []
  const again = calls.filter(({ base, purpose }) => base === undefined && purpose !== 'invalid')
  return tasksOf(
    subject,
    again.map((call) => ({ ...call, id: nextId(), purpose: 'fresh' as const, base: call.id })),
  )
}
