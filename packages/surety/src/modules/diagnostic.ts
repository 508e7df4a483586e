import type { ContractFile, Place, Problem } from '../author/contract-file.ts'
import { DIAGNOSTIC_CODES, type DiagnosticCodeName } from './diagnostic-codes.ts'
import type { Diagnostic } from './module.ts'

export const FILE_START: Place = { line: 1, column: 1 }

export interface FilePlace extends Place {
  readonly file: string
}

export function diagnostic(code: DiagnosticCodeName, at: FilePlace, message: string, fix: string): Diagnostic {
  const { file, line, column } = at
  return { severity: DIAGNOSTIC_CODES[code].severity, code, message, file, line, column, fix }
}

/** Where a key of a contract stands. */
export function placeOf({ file, locate }: ContractFile, path: readonly (string | number)[]): FilePlace {
  return { file, ...locate(path) }
}

/** Where it stands what may be written instead. */
function reference(code: DiagnosticCodeName): string {
  return code === 'MANIFEST_INVALID'
    ? 'docs/studio.md tells what each key of module.yaml may be.'
    : 'docs/contract-reference.md tells what each key of a contract may be.'
}

/** What a reader of files found wrong. */
export function fromProblem(code: DiagnosticCodeName, problem: Problem): Diagnostic {
  return diagnostic(code, problem, problem.message, problem.fix ?? reference(code))
}

/** By file and place; of diagnostics at one place, by code. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      order(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      order(a.code, b.code) ||
      order(a.message, b.message),
  )
}

/** By code units, as every machine sorts them. */
export function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
