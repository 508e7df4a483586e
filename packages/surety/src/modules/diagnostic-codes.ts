import type { Diagnostic } from './module.ts'

interface DiagnosticCode {
  readonly severity: Diagnostic['severity']
  /** When it is given. */
  readonly description: string
}

/** Every code a diagnostic can have; what a code means never changes. */
export const DIAGNOSTIC_CODES = {
  MODULE_FOLDER_NAME: error('A folder below modules/ has a name that no module can have.'),
  MODULE_FOLDER_LINK: error('A folder below modules/ is a link.'),
  MODULE_TOO_LARGE: error('A module has more files, or more bytes, than are read.'),
  MODULE_EMPTY: warning('A module has neither contracts nor tables.'),
  MANIFEST_MISSING: warning('A folder below modules/ has no module.yaml, so it is no module.'),
  MANIFEST_MISPLACED: error('A manifest stands where none is looked for, or has another name than module.yaml.'),
  MANIFEST_INVALID: error('Something in module.yaml is wrong.'),
  MODULE_NAME_MISMATCH: error("The name in module.yaml is not the folder's."),
  PATH_REFUSED: error('A path leads out of the module, is a hard link, or has a name that may hold secrets.'),
  FILE_UNREADABLE: error('A file of the module cannot be read as UTF-8 text of at most 1 MiB.'),
  GLOB_MATCHES_NOTHING: warning('A glob in `tools` matches no contract.'),
  CONTRACT_INVALID: error('Something in a contract is wrong.'),
  SEMANTIC_TYPE_INVALID: error(
    'A semantic type is unknown, contradicts the schema, or is given to a field that the schema does not have.',
  ),
  EXAMPLE_INVALID: warning('An example, or the input of a test, is not what the contract’s own schemas allow.'),
  SCHEMA_INVALID: error('A JSON Schema in a contract does not compile.'),
  SCHEMA_NOT_KNOWN: warning('A contract has no schema of its own: only a live server knows it.'),
  TOOL_DECLARED_TWICE: error('Two contracts of one module are for the same tool.'),
  TOOL_NAME_CLASH: error('Two modules have a tool of the same name.'),
  TOOL_NAME_OF_STUDIO: warning('A tool has the name of one of the studio’s own.'),
  TABLES_INVALID: error('Something in the table configuration is wrong.'),
  DEPENDENCY_MISSING: error('A module depends on one that is not there.'),
  DEPENDENCY_UNREADABLE: error('A module depends on one whose module.yaml cannot be used.'),
  DEPENDENCY_VERSION: error('The version of a module is not in the range that another one needs.'),
  DEPENDENCY_CYCLE: error('Modules depend on each other in a circle.'),
  TOOL_DEPENDENCY_MISSING: error('A tool depends on one that neither its module nor those it depends on have.'),
  TOOL_DEPENDENCY_CYCLE: error('Tools depend on each other in a circle.'),
} as const satisfies Readonly<Record<string, DiagnosticCode>>

export type DiagnosticCodeName = keyof typeof DIAGNOSTIC_CODES

function error(description: string): { readonly severity: 'error'; readonly description: string } {
  return { severity: 'error', description }
}

function warning(description: string): { readonly severity: 'warning'; readonly description: string } {
  return { severity: 'warning', description }
}
