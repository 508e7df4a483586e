import { diagnosticsOf, findModule, hasErrors } from './find-module.ts'
import type { Diagnostic, ModuleAnswer, Workspace } from './module.ts'

export interface Validation {
  /** Whether nothing is an error; warnings may remain. */
  readonly valid: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** What is wrong with a module, or with all? */
export function validateModules(workspace: Workspace, ref?: string): ModuleAnswer<Validation> {
  if (ref === undefined) return { ok: true, value: validation(workspace.diagnostics) }
  const found = findModule(workspace, ref)
  return found.ok ? { ok: true, value: validation(diagnosticsOf(workspace, found.value)) } : found
}

function validation(diagnostics: readonly Diagnostic[]): Validation {
  return { valid: !hasErrors(diagnostics), diagnostics }
}
