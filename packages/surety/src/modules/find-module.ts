import { suggestion } from '@surety/tool-contracts/tools'
import type { Diagnostic, Module, ModuleAnswer, Workspace } from './module.ts'

export function findModule({ modules }: Workspace, ref: string): ModuleAnswer<Module> {
  const found = modules.find((module) => module.ref === ref)
  if (found !== undefined) return { ok: true, value: found }
  const hint =
    suggestion(
      ref,
      modules.map((module) => module.ref),
    ) || ' `modules.list` lists those that are.'
  const message = `There is no module ${JSON.stringify(ref.slice(0, 200))}.${hint}`
  return { ok: false, error: { code: 'RESOURCE_NOT_FOUND', message } }
}

/** Of one module, those of the workspace included. */
export function diagnosticsOf({ diagnostics }: Workspace, { file }: Module): readonly Diagnostic[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return diagnostics.filter((one) => one.file.startsWith(folder))
}

/** The refs of all modules with errors. */
export function invalidRefs({ diagnostics }: Workspace): ReadonlySet<string> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return new Set(errors.map(({ file }) => file.split('/').slice(1, 3).join('/')))
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}
