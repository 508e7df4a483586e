import { groupBy } from './group-by.ts'
import { type Launch, type Profile, profileKey } from './launch.ts'
import { NO_PASS, type Pass, type PassOptions, joined } from './pass.ts'
import { runQueue } from './queue.ts'
import type { Seat } from './seat.ts'
import type { Task } from './subject.ts'

/** Makes the calls of every task, each kind of process on its own, one tool at a time in each process. */
export async function makePass(launch: Launch, tasks: readonly Task[], options: PassOptions): Promise<Pass> {
  const groups = [...groupBy(tasks, ({ profile }) => profileKey(profile)).values()]
  const seats = groups.map(([first]) => warmSeats(options, first?.profile))
  const unused = (options.warm ?? []).filter(({ seat }) => !seats.flat().includes(seat))
  await Promise.all(unused.map(({ seat }) => seat.end()))
  const passes = await Promise.all(groups.map((group, index) => runQueue(launch, group, options, seats[index] ?? [])))
  // What those listed counts all the same.
  return joined([...passes, { ...NO_PASS, processes: unused.flatMap(({ seat }) => seat.processes) }])
}

function warmSeats({ warm = [] }: PassOptions, profile: Profile | undefined): Seat[] {
  return warm
    .filter((one) => profile !== undefined && profileKey(one.profile) === profileKey(profile))
    .map(({ seat }) => seat)
}
