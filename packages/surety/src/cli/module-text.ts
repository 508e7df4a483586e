import type { Bundled } from '../modules/bundle.ts'
import type { ModuleInspection } from '../modules/inspect.ts'
import type { ListedModule } from '../modules/list.ts'
import type { CompiledTool, Diagnostic } from '../modules/module.ts'
import { printable } from '../report/printable.ts'
import { table } from './table.ts'

export const NO_MODULES = 'a module is a folder modules/<namespace>/<name>/ with a module.yaml'

/** What the tools of the studio do, commands do here. */
export function inCommands(message: string): string {
  return message.replaceAll(
    /`?\bmodules\.(list|inspect|validate|compile|bundle|codegen|schema)\b`?/g,
    '`surety modules $1`',
  )
}

export function listText(modules: readonly ListedModule[], filter: string, all: number): string {
  if (modules.length === 0 && all > 0)
    return `No module has ${printable(JSON.stringify(filter))} in its name; without a filter, ${counted(all, 'module')} would be listed.\n`
  if (modules.length === 0) return `There are no modules: ${NO_MODULES}.\n`
  return table(
    ['MODULE', 'VERSION', 'TOOLS', 'STATUS'],
    modules.map(({ ref, semver, tools, status }) => [ref, semver, String(tools), status]),
  )
}

export function diagnosticsText(diagnostics: readonly Diagnostic[], modules: number): string {
  const lines = diagnostics.map(({ file, line, column, severity, code, message, fix }) => {
    const place = `${file}:${line}:${column}: ${severity} ${code}: ${message}`
    return `${printable(place)}\n  ${printable(fix)}\n`
  })
  const count = (severity: Diagnostic['severity']): number =>
    diagnostics.filter((one) => one.severity === severity).length
  const totals = [counted(modules, 'module'), counted(count('error'), 'error'), counted(count('warning'), 'warning')]
  return `${lines.join('')}${totals.join(', ')}\n`
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

export function inspectionText({ ref, status, manifest, tools, dependents, diagnostics }: ModuleInspection): string {
  const needs = (manifest?.dependsOn ?? []).map((one) => `${one.ref}@${one.range}`)
  const lines = [
    `${ref} ${manifest?.semver ?? ''} (${status}${diagnostics.length === 0 ? '' : '; `surety modules validate` tells why'})`,
    manifest?.description ?? '',
    `depends on: ${needs.join(', ') || 'nothing'}`,
    `needed by:  ${dependents.map((one) => one.ref).join(', ') || 'nobody'}`,
    ...tools.flatMap(toolLines),
  ]
  return lines.map((line) => `${printable(line)}\n`).join('')
}

function toolLines({
  tool,
  description,
  capabilities,
  approval,
  preconditions,
  postconditions,
}: CompiledTool): string[] {
  return [
    '',
    `${tool}  ${capabilities.join(', ')}${approval === 'never' ? '' : `  approval: ${approval}`}`,
    `  ${description}`,
    ...preconditions.map(({ errorCode, check }) => `  needs    ${check}  (${errorCode})`),
    ...postconditions.map(({ errorCode, check }) => `  promises ${check}  (${errorCode})`),
  ]
}

export function bundleText({ bundlePath, modules }: Bundled): string {
  const lines = [bundlePath, ...modules.map(({ ref, semver, sha256 }) => `  ${ref} ${semver}  ${sha256}`)]
  return lines.map((line) => `${printable(line)}\n`).join('')
}

export function generatedText(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => `${printable(path)}\n`).join('')
}
