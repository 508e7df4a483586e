import type { Observable, Sight } from '../judge/evidence.ts'
import type { Ability } from '../sandbox/cell.ts'
import type { Launch } from './launch.ts'
import type { Pass } from './pass.ts'
import type { Performed } from './perform.ts'

const REMOTE = 'the server runs elsewhere, behind a URL: only its answers can be seen'

/** What could be seen on this machine, of this server. */
export function observableOf({ server, layers }: Launch, pass: Pass): Observable {
  if (server.kind === 'http') {
    const unseen: Sight = { how: 'unseen', reason: REMOTE }
    return { filesystem: unseen, network: unseen, process: unseen, memory: unseen, toolCalls: unseen, inputs: unseen }
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
    memory: { how: 'limited' },
    toolCalls: spied('calls', layers.L3, pass),
    inputs: spied('inputs', layers.L3, pass),
  }
}

/** What ran before the server did, and beside it, nobody watches. */
function blindFromStart({ processes }: Pass): Sight | undefined {
  const early = processes.flatMap(({ sightings, readyAt }) => sightings.filter(({ at }) => at < readyAt))
  const reason = early.flatMap((one) => (one.kind === 'blind' ? [one.reason] : []))[0]
  return reason === undefined ? undefined : { how: 'unseen', reason }
}

function spied(what: 'calls' | 'inputs', ability: Ability, { processes, performed }: Pass): Sight {
  if (!ability.works) return { how: 'unseen', reason: whyNot(ability, 'the spy') }
  if (processes.some((process) => process.sees(what))) return { how: 'seen' }
  if (!performed.some(isResultForSpy))
    return { how: 'unseen', reason: 'no call succeeded that the spy could look into' }
  const spies = processes.flatMap(({ sightings }) => sightings).filter(({ kind }) => kind === 'spy')
  const reason =
    spies.length === 0
      ? 'only Node and Python servers can be looked into, and this is neither'
      : `the spy did not find the ${what === 'calls' ? 'handlers' : 'inputs'} of this server`
  return { how: 'unseen', reason }
}

/** Calls are made again where the spy is, and a refusal may not have reached a handler. */
function isResultForSpy({ planned: { purpose }, reply }: Performed): boolean {
  return purpose === 'fresh' && reply.kind === 'result' && reply.result['isError'] !== true
}

function whyNot(ability: Ability, name: string): string {
  return ability.works ? `${name} saw nothing` : `${name} does not work here: ${ability.reason}`
}
