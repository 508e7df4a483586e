import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Config, StoreConfig } from '../author/config/config.ts'
import { loadConfig } from '../author/config/load-config.ts'
import { located } from '../author/yaml/located.ts'
import { printable } from '../report/printable.ts'
import { shownUrl } from '../store/shown-url.ts'
import { type Io, type Parsed, UsageError } from './command.ts'
import { folderOf } from './folder-of.ts'
import { namedStore } from './named-store.ts'

const NAMES = ['tables.yaml', 'tables.yml', 'tables.json'] as const

/** The folder that `surety tables` works in, and what its surety.yaml says. */
export interface TablesFolder {
  readonly config: Config
  readonly store: StoreConfig
  /** The address of the store as it may be printed. */
  readonly shown: string
}

/** `uses`: the sections of surety.yaml whose variables must be set. */
export function tablesFolder(
  parsed: Parsed,
  io: Io,
  name: string,
  uses: readonly ('store' | 'tables')[],
): TablesFolder {
  const folder = folderOf(name === '' ? '.' : name, io.cwd, 'Give the folder of tables.yaml.')
  const named = parsed.text('store')
  const isNamed = named !== undefined
  const { config, problems } = loadConfig(folder, {
    variables: io.env,
    uses: uses.filter((section) => section !== 'tables' || !isNamed),
  })
  if (problems.length > 0)
    throw new UsageError(problems.map((problem) => printable(located(placed(problem, folder, io)))).join('\nsurety: '))
  const store = namedStore(named, config.tables.store, io.cwd)
  return { config, store, shown: printable(shownUrl(store.written)) }
}

/** The configuration of the tables, as it is called in messages: from the folder the command was called in. */
export function tablesFile(config: Config, { cwd }: Io): string {
  const file = foundFile(config)
  if (file !== undefined) return shownFile(file, cwd)
  const where = relative(cwd, config.root) === '' ? 'this folder' : printable(relative(cwd, config.root))
  throw new UsageError(
    `There is no ${NAMES.join(', ').replace(/, (?=[^,]+$)/, ' or ')} in ${where}: write one, or let \`surety tables init --store url\` write it from a database.`,
  )
}

/** Where `surety tables init` writes: the configuration that is there, or a new one. */
export function newTablesFile(config: Config, { cwd }: Io): string {
  const file = foundFile(config) ?? resolve(config.root, NAMES[0])
  if (!file.endsWith('.json')) return shownFile(file, cwd)
  throw new UsageError(
    `YAML is written, and ${shownFile(file, cwd)} is JSON: remove it, or name another file in surety.yaml.`,
  )
}

function foundFile({ tables: { config }, root }: Config): string | undefined {
  if (config !== undefined) return config
  const [file, ...others] = NAMES.filter((name) => existsSync(join(root, name)))
  if (others.length > 0)
    throw new UsageError(
      `There are ${[file, ...others].join(' and ')}: remove one, or name one as \`tables.config\` in surety.yaml.`,
    )
  return file === undefined ? undefined : join(root, file)
}

function shownFile(file: string, cwd: string): string {
  const path = relative(cwd, file)
  return path.startsWith('..') ? file : path
}

function placed<P extends { readonly file: string }>(problem: P, folder: string, { cwd }: Io): P {
  return { ...problem, file: shownFile(resolve(folder, problem.file), cwd) }
}
