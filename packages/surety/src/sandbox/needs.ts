import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { spyFolder } from './environment.ts'
import type { HabitatOptions } from './habitat.ts'
import { commandFile } from './programs.ts'
import { isSocket } from './sockets.ts'

/** What the server will look for, wherever it lies: its programs, what its words and variables name, its packages. Never a socket: whoever answers there is outside. */
export function needs(options: HabitatOptions, searched: string): readonly string[] {
  const { project, cwd, command, setup = [], declared } = options
  const programs = [command, setup].flatMap(([first = '']) => commandFile(first, cwd, searched) ?? [])
  const named = [...command, ...setup, ...Object.values(declared)].map((word) => resolve(cwd, word))
  const folders = [
    cwd,
    join(project, 'node_modules'),
    ...searched.split(delimiter),
    ...(options.spy ? [spyFolder()] : []),
  ]
  return [...programs, ...named, ...folders].flatMap(withReal).filter((path) => existsSync(path) && !isSocket(path))
}

/** A path, and what it leads to if it leads anywhere. */
export function withReal(path: string): readonly string[] {
  try {
    return [path, realpathSync(path)]
  } catch {
    return [path]
  }
}
