import { writeGenerated } from '../modules/codegen/write-generated.ts'
import type { ModuleAnswer, Workspace } from '../modules/module.ts'
import { printable } from '../report/printable.ts'
import { generatedText, inCommands } from './module-text.ts'
import { type Told, told } from './told.ts'

/** Code of one module, or of every one that is valid. */
export async function codegenVerb(workspace: Workspace, ref: string): Promise<ModuleAnswer<Told>> {
  if (ref === '') return generateAll(workspace)
  return told(await writeGenerated(workspace, ref), (value) => ({ value, text: generatedText(value.files) }))
}

async function generateAll(workspace: Workspace): Promise<ModuleAnswer<Told>> {
  const modules = []
  const skipped = []
  for (const { ref } of workspace.modules) {
    const answer = await writeGenerated(workspace, ref)
    if (answer.ok) modules.push({ ref, files: answer.value.files })
    else skipped.push({ ref, reason: inCommands(answer.error.message) })
  }
  const left = skipped.map(({ ref, reason }) => printable(`${ref} was left out: ${reason}`))
  const text = generatedText(modules.flatMap(({ files }) => files)) + left.map((line) => `${line}\n`).join('')
  return { ok: true, value: { value: { modules, skipped }, text, failed: skipped.length > 0 } }
}
