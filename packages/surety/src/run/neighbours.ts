import type { Json } from '@surety/tool-contracts/tools'
import { neighbours } from '../inputs/neighbours.ts'
import { type Launch, isContained } from './launch.ts'
import { makePass } from './make-pass.ts'
import type { Pass, PassOptions } from './pass.ts'
import type { Performed } from './perform.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'

const MAX_INPUTS = 2
const MAX_NEIGHBOURS = 4

/** Of generated inputs that were refused: which near input is accepted, so that the shape was to blame? By call. */
export async function acceptedNeighbours(
  launch: Launch,
  pass: Pass,
  options: Omit<PassOptions, 'watch' | 'workers' | 'settleMs'>,
  nextId: () => number,
): Promise<ReadonlyMap<number, Json>> {
  const refused = isContained(launch) ? refusedInputs(pass) : []
  const tasks = refused.map((performed) => neighbourTask(performed, nextId)).filter(({ calls }) => calls.length > 0)
  if (tasks.length === 0) return new Map()
  const tried = await makePass(launch, tasks, { ...options, watch: 'unwatched', workers: 1, settleMs: 0 })
  const accepted = tried.performed.filter(({ reply }) => reply.kind === 'result' && reply.result['isError'] !== true)
  return new Map(accepted.flatMap(({ planned }) => (planned.base === undefined ? [] : [[planned.base, planned.input]])))
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
