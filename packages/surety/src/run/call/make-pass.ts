import { groupBy } from '../../judge/group-by.ts'
import type { Launch } from '../process/launch.ts'
import { type Profile, profileKey } from '../plan/profile.ts'
import { NO_PASS, type Pass, type PassOptions, mergePasses } from './pass.ts'
import { runQueue } from './queue.ts'
import type { ServerSlot } from '../process/server-slot.ts'
import type { Task } from '../plan/subject.ts'

/** Makes the calls of every task, each kind of process on its own, one tool at a time in each process. */
export async function makePass(launch: Launch, tasks: readonly Task[], options: PassOptions): Promise<Pass> {
  options.progressCounter?.plan(tasks.reduce((sum, { calls }) => sum + calls.length, 0))
  const groups = [...groupBy(tasks, ({ profile }) => profileKey(profile)).values()]
  const slots = groups.map(([first]) => warmSlots(options, first?.profile))
  const unused = (options.warm ?? []).filter(({ slot }) => !slots.flat().includes(slot))
  await Promise.all(unused.map(({ slot }) => slot.end()))
  const passes = await Promise.all(groups.map((group, index) => runQueue(launch, group, options, slots[index] ?? [])))
  // What those listed counts all the same.
  return mergePasses([...passes, { ...NO_PASS, processes: unused.flatMap(({ slot }) => slot.processes) }])
}

function warmSlots({ warm = [] }: PassOptions, profile: Profile | undefined): ServerSlot[] {
  return warm
    .filter((one) => profile !== undefined && profileKey(one.profile) === profileKey(profile))
    .map(({ slot }) => slot)
}
