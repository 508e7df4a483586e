import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const SCHEMAS = 'node_modules/surety/schemas'

/** The comment by which editors check a YAML file as it is written: with the schemas of the installed package, by their way from the file. */
export function schemaLine(root: string, file: string, kind: 'config' | 'contract'): string {
  const schema = join(installFolder(root), SCHEMAS, `${kind}.schema.json`)
  const path = relative(dirname(resolve(root, file)), schema)
    .split(sep)
    .join('/')
  return `# yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}\n`
}

/** Where the package is installed; else where `npm install` would put it: beside the nearest package.json, or in the folder itself. */
function installFolder(root: string): string {
  const folders = foldersAbove(root)
  const holding = (path: string): string | undefined => folders.find((folder) => existsSync(join(folder, path)))
  return holding(SCHEMAS) ?? holding('package.json') ?? root
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}
