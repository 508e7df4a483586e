import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** The last is NixOS's. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', '/run/current-system/sw/bin']

/** All that programs of the sandbox's own are told of their surroundings: a variable can make a program run another. */
export const OWN_ENVIRONMENT: Readonly<Record<string, string>> = { PATH: SYSTEM_FOLDERS.join(delimiter), LC_ALL: 'C' }

/** Where a program of the system is. Never by the caller's PATH: a project's own programs come first in it. */
export function program(name: string): string | undefined {
  return SYSTEM_FOLDERS.map((folder) => join(folder, name)).find((file) => isProgram(file))
}

export function required(name: string): string {
  const file = program(name)
  if (file === undefined) throw new Error(`The sandbox needs the program "${name}", which is not installed here.`)
  return file
}

/** Which file a command means when started in `cwd` with this PATH, as a shell would find it. */
export function commandFile(command: string, cwd: string, path: string): string | undefined {
  if (command.includes('/')) return isProgram(resolve(cwd, command)) ? resolve(cwd, command) : undefined
  const files = path.split(delimiter).map((folder) => resolve(cwd, folder, command))
  return files.find((file) => isProgram(file))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
