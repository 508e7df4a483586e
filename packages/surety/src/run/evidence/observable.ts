import type { Observable, Sight, ToolEvidence } from '../../judge/evidence.ts'
import { memoryBlindness } from '../../sandbox/blindness.ts'
import type { Ability } from '../../sandbox/cell.ts'
import { processSource } from '../../sandbox/processes/process-tree.ts'
import { NO_RESULT, REMOTE } from './inside.ts'
import type { Launch } from '../process/launch.ts'
import { NO_PASS, type Pass } from '../call/pass.ts'

/** What could be seen on this machine, of this server. */
export function observableOf({ server, layers }: Launch, pass: Pass, tools: readonly ToolEvidence[]): Observable {
  if (server.kind === 'http') {
    const unseen: Sight = { how: 'unseen', reason: REMOTE }
    return { filesystem: unseen, network: unseen, process: unseen, memory: unseen, toolCalls: unseen }
  }
  const blind = blindFromStart(pass)
  const traced: Sight = layers.L2.works ? { how: 'seen' } : { how: 'unseen', reason: whyNot(layers.L2, 'strace') }
  const seen: Pick<Observable, 'filesystem' | 'network' | 'process'> = {
    filesystem: layers.L1.works || layers.L2.works ? { how: 'seen' } : { how: 'limited' },
    network: layers.L2.works && layers.L1.works ? { how: 'blocked' } : traced,
    process: traced,
  }
  return {
    ...(blind === undefined ? seen : { filesystem: blind, network: blind, process: blind }),
    memory: processSource() === 'none' ? { how: 'unseen', reason: memoryBlindness() ?? '' } : { how: 'limited' },
    toolCalls: toolCallsOf(tools),
  }
}

/** What can at best be seen of this server, before anything was. */
export function observableBefore(launch: Launch): Observable {
  const { server, layers } = launch
  const observable = observableOf(launch, NO_PASS, [])
  if (server.kind === 'http') return observable
  const toolCalls: Sight = layers.L3.works ? { how: 'seen' } : { how: 'unseen', reason: whyNot(layers.L3, 'the spy') }
  return { ...observable, toolCalls }
}

/** What ran before the server did, and beside it, nobody watches. */
function blindFromStart({ processes }: Pass): Sight | undefined {
  const early = processes.flatMap(({ sightings, readyAt }) => sightings.filter(({ at }) => at < readyAt))
  const reason = early.flatMap((one) => (one.kind === 'blind' ? [one.reason] : []))[0]
  return reason === undefined ? undefined : { how: 'unseen', reason }
}

/** Seen of one tool, they can be seen in this server. */
function toolCallsOf(tools: readonly ToolEvidence[]): Sight {
  const sights = tools.map(({ inside }) => inside.toolCalls)
  const telling = sights.find((sight) => sight.how === 'unseen' && sight.reason !== NO_RESULT)
  return sights.find(({ how }) => how === 'seen') ?? telling ?? { how: 'unseen', reason: NO_RESULT }
}

function whyNot(ability: Ability, name: string): string {
  return ability.works ? `${name} saw nothing` : `${name} does not work here: ${ability.reason}`
}
