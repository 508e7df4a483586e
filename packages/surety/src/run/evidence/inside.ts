import type { Inside, Sight } from '../../judge/evidence.ts'
import { groupBy } from '../../judge/group-by.ts'
import type { Launch } from '../process/launch.ts'
import type { Pass } from '../call/pass.ts'
import type { Performed } from '../call/perform.ts'
import type { ServerProcess } from '../process/server-process.ts'

export const REMOTE = 'the server runs elsewhere, behind a URL: only its answers can be seen'
export const NO_RESULT = 'no call succeeded that the spy could look into'
const NO_SPY =
  'the spy is not in the process that answers: it gets into Node and Python servers that keep NODE_OPTIONS and PYTHONPATH'
const SEEN: Sight = { how: 'seen' }
/** The answers tell something of it. */
const LIMITED: Sight = { how: 'limited' }

type What = 'calls' | 'inputs'
type Watched = Pick<ServerProcess, 'number' | 'sightings'>

/** What the spy saw of each tool: only where it looked into every input that was accepted, in one process or another. */
export function insideOf(
  { server, layers: { L3 } }: Pick<Launch, 'server' | 'layers'>,
  { processes, performed }: { readonly processes: readonly Watched[]; readonly performed: Pass['performed'] },
): (tool: string) => Inside {
  if (server.kind === 'http') return () => ({ toolCalls: unseen(REMOTE), inputs: LIMITED })
  if (!L3.works) {
    const toolCalls = unseen(`the spy does not work here: ${L3.reason}`)
    return () => ({ toolCalls, inputs: LIMITED })
  }
  const accepted = groupBy(performed.filter(isResultForSpy), ({ subject }) => subject.tool)
  const looks = processes.map(looksInto)
  return (tool) => {
    const calls = accepted.get(tool) ?? []
    return {
      toolCalls: sightOf('calls', tool, calls, looks),
      inputs: sightOf('inputs', tool, calls, looks),
    }
  }
}

/** What the spy said in one process. */
interface Looks {
  readonly process: number
  /** Why what it said does not count, if so. */
  readonly lost: string | undefined
  /** How often it saw this, of all the tools and of each one. */
  readonly times: ReadonlyMap<string, number>
}

function looksInto({ number, sightings }: Watched): Looks {
  const times = new Map<string, number>()
  let lost: string | undefined
  for (const sighting of sightings) {
    if (sighting.kind === 'spy lost') lost = sighting.reason
    if (sighting.kind !== 'spy') continue
    for (const key of ['spoke', ...sighting.sees.flatMap((what) => [what, keyOf(what, sighting.tool)])]) {
      times.set(key, (times.get(key) ?? 0) + 1)
    }
  }
  return { process: number, lost, times }
}

function sightOf(what: What, tool: string, calls: readonly Performed[], looks: readonly Looks[]): Sight {
  if (calls.length === 0) return unseen(NO_RESULT)
  const seen = new Set(
    looks.flatMap(({ process, lost, times }) => {
      const here = calls.filter((call) => call.process === process)
      const isSeen = lost === undefined && (times.get(keyOf(what, tool)) ?? 0) >= here.length
      return isSeen ? here.map(({ planned }) => planned.base) : []
    }),
  )
  return calls.every(({ planned }) => seen.has(planned.base)) ? SEEN : unseen(whyUnseen(what, looks))
}

function whyUnseen(what: What, looks: readonly Looks[]): string {
  const lost = looks.find((one) => one.lost !== undefined)?.lost
  if (lost !== undefined) return lost
  if (!looks.some(({ times }) => times.has('spoke'))) return NO_SPY
  if (looks.some(({ times }) => times.has(what))) return 'the spy could not look into every call of this tool'
  return `the spy did not find the ${what === 'calls' ? 'handlers' : 'inputs'} of this server`
}

/** Calls are made again where the spy is, and a refusal may not have reached a handler. */
function isResultForSpy({ planned: { purpose }, reply }: Performed): boolean {
  return purpose === 'fresh' && reply.kind === 'result' && reply.result['isError'] !== true
}

function keyOf(what: What, tool: string): string {
  return `${what} ${tool}`
}

function unseen(reason: string): Sight {
  return { how: 'unseen', reason }
}
