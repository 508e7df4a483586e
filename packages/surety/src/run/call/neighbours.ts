import type { Json } from '@surety/tool-contracts/tools'
import { keysTogether } from '../../inputs/keys-together.ts'
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

/**
 * Sends inputs near to the generated ones that were refused. Where one is accepted, it was the input's form that was refused.
 * Of several keys that each were enough, every two are sent together. By call.
 */
export async function callNeighbours(
  server: ServerUnderTest,
  pass: Pass,
  options: Omit<PassOptions, 'watch' | 'workers' | 'settleMs'>,
  nextId: () => number,
): Promise<AcceptedNeighbours> {
  const refused = server.isContained ? refusedInputs(pass) : []
  const acceptedOf = async (inputsFor: (refused: Performed) => readonly Json[]): Promise<AcceptedNeighbours> => {
    const tasks = refused.map((one) => variantTask(one, inputsFor(one), nextId)).filter(({ calls }) => calls.length > 0)
    if (tasks.length === 0) return new Map()
    const tried = await server.call(tasks, { ...options, watch: 'unwatched', workers: 1, settleMs: 0 })
    const accepted = tried.performed.filter(({ reply }) => reply.kind === 'result' && reply.result['isError'] !== true)
    const byBase = groupBy(accepted, ({ planned }) => planned.base ?? planned.id)
    return new Map([...byBase].map(([base, made]) => [base, made.map(({ planned }) => planned.input)]))
  }
  const near = await acceptedOf(nearInputs)
  const together = await acceptedOf(({ planned: { id, input } }) => keysTogether(input, near.get(id) ?? []))
  return new Map([...near].map(([id, inputs]) => [id, [...inputs, ...(together.get(id) ?? [])]]))
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

function nearInputs({ planned: { input }, subject: { input: schema } }: Performed): readonly Json[] {
  if (schema === undefined) return []
  return neighbours(schema.jsonSchema, input, { validate: (value) => schema.parse(value).ok, limit: MAX_NEIGHBOURS })
}

function variantTask({ planned, subject }: Performed, inputs: readonly Json[], nextId: () => number): Task {
  const valid = inputs.filter((input) => subject.input?.parse(input).ok)
  const calls: PlannedCall[] = valid.map((input) => ({ ...planned, id: nextId(), base: planned.id, input }))
  return { subject, profile: planned.profile, calls }
}
