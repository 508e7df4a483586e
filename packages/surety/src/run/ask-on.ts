import { isAnswered, succeeded } from '../judge/calls.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import { type Scene, watch } from './watch.ts'

/** What was seen of the tools; those that refused every input are tried with more, and other, inputs. */
export async function askOn(scene: Scene, tools: readonly ToolEvidence[]): Promise<readonly ToolEvidence[]> {
  const refusing = tools.filter(refusesInputs).map(({ tool }) => tool)
  if (refusing.length === 0) return tools
  const again = await watch(scene, refusing, { explore: true })
  const found = again.ok ? again.evidence.tools.filter(({ calls }) => calls.some(succeeded)) : []
  return tools.map((one) => found.find(({ tool }) => tool === one.tool) ?? one)
}

/** Where the sandbox refused something, no other input will help. */
function refusesInputs({ calls, effects }: ToolEvidence): boolean {
  const isRefused = effects.some((effect) => effect.kind !== 'process' && effect.outcome === 'refused')
  return calls.length > 0 && !isRefused && calls.every((call) => isAnswered(call) && !succeeded(call))
}
