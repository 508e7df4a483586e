import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundleModule } from '../modules/bundle.ts'
import { type Catalogue, openCatalogue } from '../modules/catalogue.ts'
import { compileModule } from '../modules/compile.ts'
import { inspectModule } from '../modules/inspect.ts'
import { type ListedModule, type ModulePage, listModules } from '../modules/list.ts'
import { MANIFEST_FILE } from '../modules/manifest.ts'
import { planStanding } from '../modules/install/plan-standing.ts'
import { readPlan } from '../modules/install/plans.ts'
import type { ModuleAnswer, Workspace } from '../modules/module.ts'
import { moduleSchemaDocument } from '../modules/schema.ts'
import { validateModules } from '../modules/validate.ts'
import { printableJson, printable } from '../report/printable.ts'
import { contained } from '../studio/start-code.ts'
import { EXIT, type Io, type Parsed } from './command.ts'
import { bundleText, diagnosticsText, inCommands, inspectionText, listText, NO_MODULES } from './module-text.ts'
import { codegenVerb } from './module-codegen.ts'
import { planText } from './plan-text.ts'
import { sharedLayers } from './shared-layers.ts'
import { studioFolder } from './studio-folder.ts'
import { type Told, told } from './told.ts'

type Ask = (workspace: Workspace, operand: string) => Promise<ModuleAnswer<Told>> | ModuleAnswer<Told>

const MODULE_VERBS = {
  list: (workspace, filter) => {
    const modules = everyModule(workspace, filter)
    return { ok: true, value: { value: { modules }, text: listText(modules, filter, workspace.modules.length) } }
  },
  inspect: (workspace, ref) => told(inspectModule(workspace, ref), (value) => ({ value, text: inspectionText(value) })),
  validate: (workspace, ref) => {
    const { root, modules, diagnostics } = workspace
    if (ref === '' && modules.length === 0 && diagnostics.length === 0) return nothingToValidate(root)
    return told(validateModules(workspace, ref === '' ? undefined : ref), (value) => ({
      value,
      text: diagnosticsText(value.diagnostics, ref === '' ? modules.length : 1),
      failed: !value.valid,
    }))
  },
  compile: async (workspace, ref) =>
    told(await compileModule(workspace, ref), (value) => ({ value, text: `${value.bundlePath}\n` })),
  bundle: async (workspace, ref) =>
    told(await bundleModule(workspace, ref), (value) => ({ value, text: bundleText(value) })),
  codegen: codegenVerb,
  schema: (workspace, ref) =>
    told(moduleSchemaDocument(workspace, ref), (schema) => ({ value: { schema }, text: printableJson(schema) })),
  plan: ({ root }, planId) => {
    const read = readPlan(root, planId)
    if (!read.ok) return read
    const plan = read.value
    if (plan === undefined) return { ok: false, error: { code: 'RESOURCE_NOT_FOUND', message: NO_PLAN } }
    const { steps, gained, loosened } = plan.situation
    const status = planStanding(root, planId)
    const value = { planId, status, steps, breaks: plan.breaks, gained, loosened }
    return { ok: true, value: { value, text: planText(plan, status) } }
  },
} satisfies Readonly<Record<string, Ask>>

const NO_PLAN = 'There is no such plan: give the planId that the call which waits for approval names.'

/** Most likely --root is not the folder that was meant. */
function nothingToValidate(root: string): ModuleAnswer<never> {
  const file = join(root, MANIFEST_FILE)
  const hint = existsSync(file)
    ? ` ${file} is not in such a folder: move it there, or give --root the folder of modules/.`
    : ''
  const message = `There are no modules in ${root}: ${NO_MODULES}.${hint}`
  return { ok: false, error: { code: 'RESOURCE_NOT_FOUND', message } }
}

export type ModuleVerb = keyof typeof MODULE_VERBS

/** One question about modules, asked on the command line: the same functions that the studio's tools ask. */
export async function moduleVerb(name: ModuleVerb, parsed: Parsed, io: Io, operand: string): Promise<number> {
  const { root } = studioFolder(parsed, io)
  const catalogue: Catalogue = openCatalogue(root, { startCode: contained(sharedLayers(io)) })
  try {
    const ask: Ask = MODULE_VERBS[name]
    const answer = await ask(await catalogue.read(), operand)
    if (!answer.ok) {
      const error = { ...answer.error, message: inCommands(answer.error.message) }
      if (parsed.flag('json')) io.out(printableJson({ error }))
      io.err(`surety: ${printable(error.message)}\n`)
      return error.code === 'RESOURCE_NOT_FOUND' ? EXIT.usage : EXIT.failed
    }
    const { value, text, failed = false } = answer.value
    io.out(parsed.flag('json') ? printableJson(value) : text)
    return failed ? EXIT.failed : EXIT.ok
  } finally {
    await catalogue.close()
  }
}

/** All pages: whoever wants one of them asks the studio. */
function everyModule(workspace: Workspace, filter: string): readonly ListedModule[] {
  const modules: ListedModule[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: ModulePage = listModules(workspace, { filter, cursor })
    modules.push(...page.modules)
    cursor = page.nextCursor
  }
  return modules
}
