import type { ContractFile, Problem } from '../author/contract-file.ts'
import { loadCode } from '../author/load-code.ts'
import { loadContracts, withoutDuplicates } from '../author/load-contracts.ts'
import { startCell } from '../sandbox/start-cell.ts'
import type { Layers } from '../sandbox/cell.ts'
import type { Project } from './prepare.ts'

const CODE_MEMORY = 512 * 1024 * 1024

export interface Contracts {
  readonly contracts: readonly ContractFile[]
  readonly problems: readonly Problem[]
  /** Ends the process that contracts written in code answer from. */
  readonly end: () => Promise<void>
}

/** Every contract of the project, in YAML and in code; the code runs in the sandbox only. */
export async function readContracts({ config, project }: Project, layers: Promise<Layers>): Promise<Contracts> {
  const { contracts: written, code, problems } = await loadContracts(config)
  const start = async (command: readonly string[]): ReturnType<typeof startCell> =>
    startCell({
      layers: await layers,
      project,
      command,
      cwd: project,
      env: {},
      network: false,
      memoryBytes: CODE_MEMORY,
      trace: false,
      spy: false,
    })
  const loaded = await loadCode(code, start, { root: config.root })
  const unique = withoutDuplicates([...written, ...loaded.contracts])
  return {
    contracts: unique.contracts,
    problems: [...problems, ...loaded.problems, ...unique.problems],
    end: loaded.end,
  }
}
