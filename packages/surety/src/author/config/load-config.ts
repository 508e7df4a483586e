import { lstatSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { boundsOf } from '../yaml/bounds.ts'
import type { Config } from './config.ts'
import type { Problem } from '../contract-file.ts'
import type { Variables } from './from-environment.ts'
import { openYaml } from '../yaml/open-yaml.ts'
import { type SectionVariables, defaults, readSurety, readSyrin } from './read-config.ts'
import { readText } from '../yaml/read-text.ts'

export interface LoadedConfig {
  /** Complete even where the file is not: what could not be read has its default. */
  readonly config: Config
  /** Not empty: nothing can be judged. */
  readonly problems: readonly Problem[]
}

export interface ConfigOptions {
  /** A certain file, relative to the folder. */
  readonly file?: string
  /** What `${NAME}` refers to; the process's environment unless given. */
  readonly variables?: Variables
  /** The sections that are used, of those that may hold `${NAME}`; in others it stands for nothing, and need not be set. */
  readonly uses?: readonly (keyof SectionVariables)[]
}

const NAMES = ['surety.yaml', 'surety.yml', 'syrin.yaml', 'syrin.yml'] as const

/** The configuration in the folder: surety.yaml, else syrin.yaml, else all defaults. */
export function loadConfig(folder: string, options: ConfigOptions = {}): LoadedConfig {
  const named = options.file === undefined ? undefined : resolve(folder, options.file)
  const file = named ?? NAMES.map((name) => resolve(folder, name)).find(isThere)
  const root = file === undefined ? resolve(folder) : dirname(file)
  if (file === undefined) return { config: { file, root, ...defaults(root) }, problems: [] }
  const { variables = process.env, uses = ['server', 'store', 'tables'] } = options
  const inSection = (name: keyof SectionVariables): Variables | undefined =>
    uses.includes(name) ? variables : undefined
  const read = readConfig(file, root, {
    server: inSection('server'),
    store: inSection('store'),
    tables: inSection('tables'),
  })
  return { config: { file, root, ...(read.stated ?? defaults(root)) }, problems: read.problems }
}

/** A link that leads nowhere too: to take it for no configuration would judge by other rules than were meant. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

interface ReadConfig {
  readonly stated?: Omit<Config, 'file' | 'root'>
  readonly problems: readonly Problem[]
}

function readConfig(path: string, root: string, variables: SectionVariables): ReadConfig {
  const file = basename(path)
  const read = readText(path, boundsOf(root))
  if (!read.ok) {
    const { line, column, message, fix } = read
    return { problems: [{ file, line, column, message, fix }] }
  }
  const { entry, problems, locate } = openYaml(read.text, { path, file })
  if (entry === undefined) return { problems }
  const isSyrin = /^syrin\.ya?ml$/.test(file)
  const stated = isSyrin ? readSyrin(entry, root) : readSurety(entry, root, variables)
  const ignore = stated.ignore.map((one, index) => ({ ...one, ...locate(['ignore', index]) }))
  return { stated: { ...stated, ignore }, problems }
}
