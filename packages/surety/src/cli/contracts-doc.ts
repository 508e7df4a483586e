import { openCatalogue } from '../modules/catalogue.ts'
import { contractDocument, examplesDocument, safetyDocument } from '../modules/document/document.ts'
import { documentedContract, documentedTool } from '../modules/document/documented.ts'
import { findModule } from '../modules/find-module.ts'
import { printable } from '../report/printable.ts'
import { ownContracts } from '../studio/own-contracts.ts'
import { contained } from '../studio/start-code.ts'
import { EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { inCommands } from './module-text.ts'
import { sharedLayers } from './shared-layers.ts'
import { type StudioFolder, studioFolder } from './studio-folder.ts'

type Documented = ReturnType<typeof documentedTool>

/** Contracts as a document: of a module's tools, or without a ref of the studio's own. */
export async function docVerb(parsed: Parsed, io: Io, ref: string): Promise<number> {
  const [asExamples, asSafety] = [parsed.flag('examples'), parsed.flag('safety')]
  if (asExamples && asSafety) throw new UsageError('Give --examples or --safety: they are two documents.')
  const folder = studioFolder(parsed, io)
  const tools = ref === '' ? ownTools(folder) : await toolsOfModule(folder, ref, io)
  if (asExamples) io.out(examplesDocument(tools))
  else io.out(asSafety ? safetyDocument(tools) : contractDocument(tools, { title: 'Tool Contracts' }))
  return EXIT.ok
}

function ownTools({ root, config }: StudioFolder): readonly Documented[] {
  return ownContracts(root, config.studio.memoryDir).map(documentedContract)
}

async function toolsOfModule({ root }: StudioFolder, ref: string, io: Io): Promise<readonly Documented[]> {
  const catalogue = openCatalogue(root, { startCode: contained(sharedLayers(io)) })
  try {
    const found = findModule(await catalogue.read(), ref)
    if (!found.ok) throw new UsageError(printable(inCommands(found.error.message)))
    return found.value.tools.map(({ compiled }) => documentedTool(compiled))
  } finally {
    await catalogue.close()
  }
}
