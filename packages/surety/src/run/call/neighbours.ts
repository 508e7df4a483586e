import type { Json } from '@surety/tool-contracts/tools'
import { neighbours } from '../../inputs/neighbours.ts'
import { groupBy } from '../../judge/group-by.ts'
import type { Pass, PassOptions } from './pass.ts'
import type { Performed } from './perform.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import type { PlannedCall, Subject, Task } from '../plan/subject.ts'

/** By refused call: near inputs that were accepted. */
export type AcceptedNeighbours = ReadonlyMap<number, readonly Json[]>

const MAX_INPUTS = 2
const MAX_NEIGHBOURS = 4

/** Sends inputs near to the generated ones that were refused. Where one is accepted, it was the input's form that was refused. By call. */
export async function callNeighbours(
  server: ServerUnderTest,
  pass: Pass,
  options: Omit<PassOptions, 'watch' | 'workers' | 'settleMs'>,
  nextId: () => number,
): Promise<AcceptedNeighbours> {
  const refused = server.isContained ? refusedInputs(pass) : []
  const tasks = refused.map((performed) => neighbourTask(performed, nextId)).filter(({ calls }) => calls.length > 0)
  if (tasks.length === 0) return new Map()
  const tried = await server.call(tasks, { ...options, watch: 'unwatched', workers: 1, settleMs: 0 })
  const accepted = tried.performed.filter(({ reply }) => reply.kind === 'result' && reply.result['isError'] !== true)
  const byBase = groupBy(accepted, ({ planned }) => planned.base ?? planned.id)
  return new Map([...byBase].map(([base, made]) => [base, made.map(({ planned }) => planned.input)]))
}

function refusedInputs({ performed }: Pass): Performed[] {
  const seen = new Map<Subject, number>()
  return performed.filter(({ planned, reply, subject }) => {
    const refused = reply.kind === 'error' || (reply.kind === 'result' && reply.result['isError'] === true)
    if (planned.purpose !== 'generated' || !refused) return false
    const count = (seen.get(subject) ?? 0) + 1
    seen.set(subject, count)
    return count <= MAX_INPUTS
  })
}

function neighbourTask({ planned, subject }: Performed, nextId: () => number): Task {
  const schema = subject.input
  const near =
    schema === undefined
      ? []
      : neighbours(schema.jsonSchema, planned.input, {
          validate: (value) => schema.parse(value).ok,
          limit: MAX_NEIGHBOURS,
        })
  const calls: PlannedCall[] = near.map((input) => ({ ...planned, id: nextId(), base: planned.id, input }))
  return { subject, profile: planned.profile, calls }
}
