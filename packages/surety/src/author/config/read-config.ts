import { resolve } from 'node:path'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { checkConfig, checkFields, defaultCheck } from './check-config.ts'
import type { Config, StoreConfig } from './config.ts'
import type { Ignored } from '../contract-file.ts'
import { ignored } from '../contract-parts.ts'
import type { Variables } from './from-environment.ts'
import { anything, mapping, record } from '../yaml/mapping.ts'
import { mustBeFolder } from './must-be-folder.ts'
import { type Entry, listOf, oneOf, text } from '../yaml/reader.ts'
import { address, commandLine, serverConfig } from './server-config.ts'
import { retention, roles, storeConfig } from './store-config.ts'
import { defaultStudio, studioConfig } from './studio-config.ts'
import { defaultTables, tablesConfig } from './tables-config.ts'
import { version } from '../yaml/version.ts'

/** What a configuration file says, with every default filled in. */
export type StatedConfig = Omit<Config, 'file' | 'root' | 'ignore'> & { readonly ignore: readonly Ignored[] }

/** What `${NAME}` refers to in each section that may hold it; undefined for one that nobody uses. */
export interface SectionVariables {
  readonly server: Variables | undefined
  readonly store: Variables | undefined
  readonly tables: Variables | undefined
}

// The insides of `gateway` are judged by the program that uses them.
const suretyFields = (root: string, variables: SectionVariables) =>
  record(
    {
      version,
      server: serverConfig(variables.server),
      check: checkFields,
      ignore: listOf(ignored),
      roles,
      store: storeConfig(root, variables.store),
      retention,
      gateway: mapping,
      studio: studioConfig(root),
      tables: tablesConfig(root, variables.tables),
    },
    [],
    ['gateway'],
  )

const syrinFields = record({
  version: anything,
  project_name: text,
  agent_name: text,
  transport: oneOf(['stdio', 'http']),
  script: commandLine,
  url: address,
  llm: anything,
  check: checkFields,
})

/** By which an editor checks surety.yaml while it is written. @internal */
export const configSchema: JsonSchema = suretyFields('.', { server: {}, store: {}, tables: {} }).schema

export function readSurety(entry: Entry, root: string, variables: SectionVariables): StatedConfig {
  const read = suretyFields(root, variables).read(entry)
  const server = read?.server
  const cwd = server?.kind === 'stdio' && server.cwd !== undefined ? resolve(root, server.cwd) : undefined
  if (cwd !== undefined) mustBeFolder(entry.at('server').at('cwd'), cwd)
  return {
    server: server?.kind === 'stdio' ? { ...server, cwd } : server,
    check: checkConfig(entry.at('check'), root, read?.check),
    ignore: read?.ignore ?? [],
    store: read?.store ?? defaultStore(root),
    retention: read?.retention,
    roles: read?.roles,
    tables: read?.tables ?? defaultTables(root),
    studio: read?.studio ?? defaultStudio(root),
  }
}

export function readSyrin(entry: Entry, root: string): StatedConfig {
  const { transport, script, url, check } = syrinFields.read(entry) ?? {}
  const wanted = transport ?? (script === undefined && url !== undefined ? 'http' : 'stdio')
  const server =
    wanted === 'stdio' ? script : url === undefined ? undefined : { kind: 'http' as const, url, headers: {} }
  const key = wanted === 'stdio' ? 'script' : 'url'
  if (transport !== undefined && entry.at(key).value === undefined) {
    entry.at('transport').say(`'transport' is ${transport}, but there is no '${key}'.`, `Add '${key}'.`)
  }
  return { ...defaults(root), server, check: checkConfig(entry.at('check'), root, check) }
}

/** What holds where a configuration says nothing. */
export function defaults(root: string): StatedConfig & { readonly ignore: readonly [] } {
  const nothing = { server: undefined, retention: undefined, roles: undefined }
  return {
    ...nothing,
    ignore: [],
    check: defaultCheck(root),
    store: defaultStore(root),
    tables: defaultTables(root),
    studio: defaultStudio(root),
  }
}

function defaultStore(root: string): StoreConfig {
  const url = `sqlite:${resolve(root, '.surety/surety.db')}`
  return { url, written: url }
}
