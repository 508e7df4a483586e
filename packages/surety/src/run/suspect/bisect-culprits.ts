import type { Pass, PassOptions } from '../call/pass.ts'
import { pool } from '../pool.ts'
import type { ServerUnderTest } from '../call/server-under-test.ts'
import type { Subject } from '../plan/subject.ts'
import { tasksOf } from '../plan/tasks.ts'

const PARTS = 8
const AT_ONCE = 4

/** The tools whose calls alone show it again, found by dividing the candidates again and again. */
export async function findCausesByHalving(
  server: ServerUnderTest,
  candidates: readonly Subject[],
  shows: (pass: Pass) => boolean,
  options: Omit<PassOptions, 'watch' | 'workers'>,
): Promise<Subject[]> {
  const search = async (group: readonly Subject[]): Promise<Subject[]> => {
    const tasks = group.flatMap((subject) => tasksOf(subject, subject.plan.calls))
    const pass = await server.call(tasks, { ...options, watch: 'traced', workers: 1 })
    if (!shows(pass)) return []
    return group.length === 1 ? [...group] : split(group, search)
  }
  return split(candidates, search)
}

async function split(
  group: readonly Subject[],
  search: (part: readonly Subject[]) => Promise<Subject[]>,
): Promise<Subject[]> {
  const size = Math.ceil(group.length / PARTS)
  const parts = Array.from({ length: Math.ceil(group.length / (size || 1)) }, (_, index) =>
    group.slice(index * size, (index + 1) * size),
  )
  return (await pool(parts, AT_ONCE, search)).flat()
}
