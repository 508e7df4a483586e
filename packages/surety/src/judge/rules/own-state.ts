import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { callOf } from '../calls.ts'
import type { Effect, FileEffect } from '../effect-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { isFile } from '../effects.ts'

/**
 * New files outside the project that a tool left, or tried to, where no caller had named a place. Where a contract is, they
 * are its own matter, unless nobody can tell whether they are the server's at all.
 */
export function ownStateOf(tool: ToolEvidence): readonly FileEffect[] {
  return stateIn(tool.effects)
    .filter(({ unsure }) => tool.contract === undefined || unsure === true)
    .filter(({ path, call }) => !isNamed(callOf(tool, call)?.input, path))
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
