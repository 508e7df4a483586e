import type { Json } from '@surety/tool-contracts/tools'
import { compileSchema } from '../author/schema/compile-schema.ts'
import { arbitraryOf } from '../inputs/arbitrary.ts'
import { sampleInputs } from '../inputs/sample.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Profile } from '../run/plan/profile.ts'
import { ServerSlot } from '../run/process/server-slot.ts'
import type { DraftContext } from './watch.ts'

/** An input that a tool answered with a result. */
export interface Accepted {
  readonly tool: string
  readonly input: Json
}

const INPUTS = 30
/** For all the tools together: somebody waits. */
const MAX_MS = 5000

/** For each of the tools the first generated input that it accepts, if one is found in time; nobody looks at what else it does. */
export async function acceptedInputs(
  { launch, request, progress }: DraftContext,
  profile: Profile,
  tools: readonly ToolEvidence[],
): Promise<readonly Accepted[]> {
  const end = performance.now() + MAX_MS
  const slot = new ServerSlot(launch, profile, 'unwatched')
  const accepted: Accepted[] = []
  for (const [done, { tool, definition, limits }] of tools.entries()) {
    progress({ phase: 'looking for an input', tool, done, total: tools.length })
    for (const input of inputsOf(definition.inputSchema, request.seed)) {
      const process = await slot.ensureStarted()
      const left = end - performance.now()
      if (typeof process === 'string' || left <= 0) break
      const { kind, ...reply } = await process.call(tool, input, {
        ...limits,
        timeoutMs: Math.min(limits.timeoutMs, left),
      })
      const isAccepted = kind === 'result' && 'result' in reply && reply.result['isError'] !== true
      if (isAccepted) accepted.push({ tool, input })
      if (kind === 'timeout' || kind === 'closed') await slot.replace()
      if (isAccepted || kind === 'timeout' || kind === 'closed') break
    }
  }
  await slot.end()
  return accepted
}

function inputsOf(inputSchema: Json | undefined, seed: number): readonly Json[] {
  const compiled = inputSchema === undefined ? undefined : compileSchema(inputSchema)
  if (compiled?.ok !== true) return []
  const { schema } = compiled
  const made = arbitraryOf(schema.jsonSchema, { validate: (value) => schema.parse(value).ok, type: 'object' })
  return made.ok ? sampleInputs(made, { seed, count: INPUTS }) : []
}
