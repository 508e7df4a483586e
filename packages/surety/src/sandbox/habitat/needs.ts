import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { isSocket } from './channels.ts'
import { spyFolder } from './environment.ts'
import type { HabitatOptions } from './habitat.ts'
import { commandFile } from '../system/programs.ts'
import { isUnder } from '../files/trees.ts'

/** What the server will look for, wherever it lies: its programs, what its words and variables name, its packages. Never a socket: whoever answers there is outside. */
export function needs(options: HabitatOptions, searched: string): readonly string[] {
  const { project, cwd, command, setup = [], declared } = options
  const named = [...command, ...setup, ...Object.values(declared)].map((word) => resolve(cwd, word))
  const folders = [
    cwd,
    join(project, 'node_modules'),
    ...searched.split(delimiter),
    ...(options.spy ? [spyFolder()] : []),
  ]
  return present([...programsOf(options, searched), ...named, ...folders]).filter((path) => !isSocket(path))
}

/** Its programs, but for those that only a link of the project leads to. */
export function programNeeds(options: HabitatOptions, searched: string): readonly string[] {
  return present(programsOf(options, searched).filter((file) => !isThrough(options.project, file)))
}

/** What must be readable by the caller's own account, whatever the project says: Node, this package, the folders of PATH. */
export function callerNeeds(project: string): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).map((folder) => resolve(folder))
  return present([process.execPath, dirname(spyFolder()), ...folders].filter((path) => !isThrough(project, path)))
}

function programsOf({ cwd, command, setup = [] }: HabitatOptions, searched: string): readonly string[] {
  return [command, setup].flatMap(([first = '']) => commandFile(first, cwd, searched) ?? [])
}

function present(paths: readonly string[]): readonly string[] {
  return paths.flatMap(withReal).filter((path) => existsSync(path))
}

/** Does the way to a path lead through a folder, by name or by link? */
function isThrough(folder: string, path: string): boolean {
  if (path === '/') return false
  return withReal(path).some((one) => isUnder(one, folder)) || isThrough(folder, dirname(path))
}

/** A path, and what it leads to if it leads anywhere. */
export function withReal(path: string): readonly string[] {
  try {
    return [path, realpathSync(path)]
  } catch {
    return [path]
  }
}
