import { CODE_FILES, CODE_PROGRAM } from '../author/code-program.ts'
import { type StartModuleCode, ownPackages } from '../modules/code/module-view.ts'
import type { Layers } from '../sandbox/cell.ts'
import { startCodeCell } from '../sandbox/start-code-cell.ts'

const MEMORY_BYTES = 512 * 1024 * 1024

/** Starts the code of modules in the sandbox, where it sees its module alone, and nowhere else: where there is none it is not run. */
export function contained(layers: Layers | (() => Promise<Layers>)): StartModuleCode {
  return async (command, view) => {
    const found = typeof layers === 'function' ? await layers() : layers
    if (!found.L1.works)
      throw new Error(`contracts in code run only in the sandbox, which is not to be had here (${found.L1.reason})`)
    const shown = [...CODE_FILES, ...ownPackages(CODE_PROGRAM), ...view.shown]
    return startCodeCell(command, { ...view, shown }, MEMORY_BYTES)
  }
}
