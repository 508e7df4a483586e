import { resolve } from 'node:path'
import type { Config } from '../author/config/config.ts'
import { loadConfig } from '../author/config/load-config.ts'
import { located } from '../author/yaml/located.ts'
import { printable } from '../report/printable.ts'
import { type Io, type Option, type Parsed, UsageError } from './command.ts'
import { folderOf } from './folder-of.ts'

/** By this every command that works on modules finds them. */
export const ROOT_OPTION: Readonly<Record<'root', Option>> = {
  root: {
    type: 'string',
    value: 'dir',
    help: 'the repository: where modules/ and surety.yaml are (default: this folder)',
  },
}

export interface StudioFolder {
  readonly config: Config
  /** The repository's folder, absolute. */
  readonly root: string
}

/** The repository that a command works on, and what its surety.yaml says. */
export function studioFolder(parsed: Parsed, io: Io): StudioFolder {
  const folder = folderOf(parsed.text('root') ?? '.', io.cwd, 'Give the folder that modules/ is in.')
  const { config, problems } = loadConfig(folder, { variables: io.env, uses: ['store'] })
  if (problems.length > 0) throw new UsageError(problems.map(located).map(printable).join('\nsurety: '))
  return { config, root: resolve(config.studio.root) }
}
