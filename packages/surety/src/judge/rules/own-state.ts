import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { callOf } from '../calls.ts'
import type { Effect, FileEffect } from '../effect-evidence.ts'
import type { RunEvidence, ToolEvidence } from '../evidence.ts'
import { isFile } from '../effects.ts'

/**
 * New files outside the project that a tool left, or tried to, where no caller had named a place. Under a contract they are
 * the server's own only where it allows files and they lie in folders that are for that, or where nobody can tell whose they are.
 */
export function ownStateOf(tool: ToolEvidence): readonly FileEffect[] {
  const kept = tool.contract === undefined ? undefined : new Set(keptUnderContract(tool))
  return stateIn(tool.effects)
    .filter((effect) => kept === undefined || effect.unsure === true || kept.has(effect))
    .filter((effect) => !contradictsReadOnly(tool, effect))
    .filter(({ path, call }) => !isNamed(callOf(tool, call)?.input, path))
}

/** Is it told of as E019: a read-only tool made what other programs run or trust? */
function contradictsReadOnly({ definition }: ToolEvidence, { path, unsure }: FileEffect): boolean {
  return definition.annotations?.readOnlyHint === true && unsure !== true && isOfOthers(path)
}

/** What the server keeps for itself in calls of a tool whose contract allows files: no contract need name it. */
export function keptUnderContract(tool: ToolEvidence): readonly FileEffect[] {
  if (tool.contract?.promised.sideEffects !== 'filesystem') return []
  return inStateFolders(tool.effects).filter(({ path, call }) => !isNamed(callOf(tool, call)?.input, path))
}

/** The same of what no call reproduced. */
export function keptByServer({ tools, server }: RunEvidence): readonly FileEffect[] {
  const isAllowed = tools.some(({ contract }) => contract?.promised.sideEffects === 'filesystem')
  return isAllowed ? inStateFolders(server.unexplained) : []
}

/** New files in folders of the home that programs keep caches, settings and logs in, and those folders themselves. */
function inStateFolders(effects: readonly Effect[]): readonly FileEffect[] {
  const files = effects.filter(isFile)
  return files.filter(
    ({ place, existed, path }) =>
      place === 'home' &&
      !existed &&
      !isOfOthers(path) &&
      (BELOW.test(path) || (TOP.test(path) && files.some((other) => other.path.startsWith(`${path}/`)))),
  )
}

const BELOW = /\/(?:\.[^/]+|Library\/(?:Caches|Logs|Preferences|Application Support))\/[^/]/
const TOP = /\/\.[^/]+$/
const OF_OTHERS =
  /\/(?:\.(?:ssh|gnupg|aws|kube|docker)|\.config\/(?:autostart|systemd)|\.local\/(?:bin|share\/applications)|Library\/LaunchAgents)(?:\/|$)/
const OF_SHELLS = /\/\.(?:inputrc|(?:|bash_|z)(?:profile|login|logout)|bash_aliases|(?:ba|z|k|c|tc)sh(?:rc|env))$/

/** Is what lies there run or trusted by other programs, and so no server's own: keys, shell profiles, programs that start by themselves? */
export function isOfOthers(path: string): boolean {
  return OF_OTHERS.test(path) || OF_SHELLS.test(path)
}

/** What lies outside the project and was not there before, or may be the machine's; what is gone again is none. */
export function stateIn(effects: readonly Effect[]): readonly FileEffect[] {
  return effects
    .filter(isFile)
    .filter(
      ({ place, existed, outcome, unsure }) =>
        place !== 'project' && (!existed || unsure === true) && outcome !== 'undone',
    )
}

/** Does some text of the input name the path, or a folder that it lies in? */
function isNamed(input: Json | undefined, path: string): boolean {
  if (typeof input === 'string') {
    const name = input.replace(/^~/, '').replace(/\/+$/, '')
    return name !== '' && (`${path}/`.startsWith(`${name}/`) || path.endsWith(`/${name.replace(/^\/+/, '')}`))
  }
  if (isList(input)) return input.some((item) => isNamed(item, path))
  return isRecord(input) && Object.values(input).some((field) => isNamed(field, path))
}
