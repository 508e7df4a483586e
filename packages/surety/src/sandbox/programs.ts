import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** Mounting tools live outside an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin', '/usr/bin', '/bin']

/** Where a program of the system is, whatever PATH the server is given. */
export function program(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, name)).find((file) => file.startsWith('/') && isProgram(file))
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
