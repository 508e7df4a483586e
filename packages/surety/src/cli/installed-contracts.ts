import { realOf } from '../author/yaml/bounds.ts'
import { shownFrom } from '../author/load-contracts.ts'
import { contractsFolder, modulesFile, setFolder } from '../modules/install/layout.ts'
import { installedCode } from '../modules/install/installed-code.ts'
import { readInstalled } from '../modules/install/read-installed.ts'
import { tableContracts } from '../modules/install/table-contracts.ts'
import type { TestRequest } from '../run/request/request.ts'
import { contained } from '../studio/start-code.ts'
import { UsageError } from './command.ts'

/** The contracts of the installed modules, as they were installed: those in files, those of tables, and how those in code are loaded. */
export function installedContracts(folder: string): Pick<TestRequest, 'toolsDir' | 'contracts' | 'readCode'> {
  const root = realOf(folder) ?? folder
  const installed = readInstalled(root)
  if (!installed.ok) throw new UsageError(installed.error.message)
  const { id } = installed.value
  if (id === undefined)
    throw new UsageError(
      `No modules are installed in ${folder}: have an agent plan it with graph.install_plan ({ "want": ["namespace/name@range"] }) and apply the plan, or leave --installed out to test the contracts in tools_dir.`,
    )
  const set = setFolder(folder, id)
  return {
    toolsDir: contractsFolder(set),
    contracts: tableContracts(installed.value, shownFrom(folder, modulesFile(set))),
    readCode: (layers, shownTo) =>
      installedCode(
        root,
        setFolder(root, id),
        installed.value,
        contained(() => layers),
        shownTo,
      ),
  }
}
