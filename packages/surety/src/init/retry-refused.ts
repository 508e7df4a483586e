import { readContract } from '../author/read-contract.ts'
import { gaveResult, isAnswered } from '../judge/calls.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import { type Accepted, acceptedInputs } from './accepted-inputs.ts'
import { withEffectsOf } from './draft-lessons.ts'
import type { Profile } from '../run/plan/profile.ts'
import { type DraftContext, callAndObserve } from './watch.ts'
import { scalar, value } from '../run/yaml-text.ts'

/** What was seen of the tools; for those that refused every input another one is looked for, and they are watched with that. */
export async function retryRefused(
  scene: DraftContext,
  profile: Profile,
  tools: readonly ToolEvidence[],
): Promise<readonly ToolEvidence[]> {
  const refusing = tools.filter(refusesInputs)
  const accepted = refusing.length === 0 ? [] : await acceptedInputs(scene, profile, refusing)
  const contracts = accepted.flatMap(contractWith)
  if (contracts.length === 0) return tools
  const names = contracts.map(({ tool }) => tool)
  const again = await callAndObserve(scene, names, { contracts })
  const found = again.ok ? again.evidence.tools.filter(({ calls }) => calls.some(gaveResult)) : []
  return tools.map((one) => {
    const other = found.find(({ tool }) => tool === one.tool)
    return other === undefined ? one : withEffectsOf(one, other)
  })
}

function contractWith({ tool, input }: Accepted) {
  const test = `tests:\n  - name: accepted\n    input: ${value(input, '      ')}\n`
  const file = `${tool}.yaml`
  const read = readContract(`version: 1\ntool: ${scalar(tool)}\ncontract: {}\n${test}`, { path: file, file })
  return read.ok ? [read.contract] : []
}

/** Where the sandbox refused something, no other input will help. */
function refusesInputs({ calls, effects }: ToolEvidence): boolean {
  const isRefused = effects.some((effect) => effect.kind !== 'process' && effect.outcome === 'refused')
  return calls.length > 0 && !isRefused && calls.every((call) => isAnswered(call) && !gaveResult(call))
}
