import { accessSync, constants } from 'node:fs'
import { delimiter, join, sep } from 'node:path'

const COMMAND_NAMES = [
  'test',
  'init',
  'explain',
  'doctor',
  'lock',
  'diff',
  'token',
  'approvals',
  'trace',
  'audit',
  'tables',
  'modules',
  'contracts',
  'studio',
] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

export type CalledAs = 'surety' | 'npx surety'

/** How whoever started this script can start it again: an installation in a project is on nobody's PATH but npm's. */
export function calledAs(script: string, path: string): CalledAs {
  if (!isInModules(script)) return 'surety'
  const isOnPath = path
    .split(delimiter)
    .some((folder) => !isInModules(`${folder}${sep}`) && isExecutable(join(folder, 'surety')))
  return isOnPath ? 'surety' : 'npx surety'
}

/** Our own sentences, with the commands in them as they can be called. */
export function asCalled(text: string, name: CalledAs): string {
  return name === 'surety' ? text : text.replace(COMMAND, `${name} `)
}

const COMMAND = new RegExp(
  String.raw`(?<!npx |[\w/.@-])surety (?=(?:<command>|${COMMAND_NAMES.join('|')})(?![\w-]))`,
  'g',
)

function isInModules(path: string): boolean {
  return path.includes(`${sep}node_modules${sep}`)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
