import type { Observable, Sight } from '../judge/evidence.ts'
import type { Ability } from '../sandbox/cell.ts'
import type { Launch } from './launch.ts'
import type { ServerProcess } from './server-process.ts'

const REMOTE = 'the server runs elsewhere, behind a URL: only its answers can be seen'

/** What could be seen on this machine, of this server. */
export function observableOf({ server, layers }: Launch, processes: readonly ServerProcess[]): Observable {
  if (server.kind === 'http') {
    const unseen: Sight = { how: 'unseen', reason: REMOTE }
    return { filesystem: unseen, network: unseen, process: unseen, memory: unseen, toolCalls: unseen, inputs: unseen }
  }
  const traced: Sight = layers.L2.works ? { how: 'seen' } : { how: 'unseen', reason: whyNot(layers.L2, 'strace') }
  return {
    filesystem: layers.L1.works || layers.L2.works ? { how: 'seen' } : { how: 'limited' },
    network: layers.L2.works && layers.L1.works ? { how: 'blocked' } : traced,
    process: traced,
    memory: { how: 'limited' },
    toolCalls: spied('calls', layers.L3, processes),
    inputs: spied('inputs', layers.L3, processes),
  }
}

function spied(what: 'calls' | 'inputs', ability: Ability, processes: readonly ServerProcess[]): Sight {
  if (!ability.works) return { how: 'unseen', reason: whyNot(ability, 'the spy') }
  if (processes.some((process) => process.sees(what))) return { how: 'seen' }
  const spies = processes.flatMap(({ sightings }) => sightings).filter(({ kind }) => kind === 'spy')
  const reason =
    spies.length === 0
      ? 'only Node and Python servers can be looked into, and this is neither'
      : `the spy did not find the ${what === 'calls' ? 'handlers' : 'inputs'} of this server`
  return { how: 'unseen', reason }
}

function whyNot(ability: Ability, name: string): string {
  return ability.works ? `${name} saw nothing` : `${name} does not work here: ${ability.reason}`
}
