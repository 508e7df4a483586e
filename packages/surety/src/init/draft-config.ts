import { basename, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { boundsOf } from '../author/yaml/bounds.ts'
import type { Config, ServerConfig } from '../author/config/config.ts'
import { located } from '../author/yaml/located.ts'
import { openYaml } from '../author/yaml/open-yaml.ts'
import { readSurety } from '../author/config/read-config.ts'
import { readText } from '../author/yaml/read-text.ts'
import { mergeNetworks } from '../run/request/reach.ts'
import type { TestRequest } from '../run/request/request.ts'
import { schemaLine } from './schema-line.ts'
import { list, scalar } from '../run/yaml-text.ts'

/** What becomes of the configuration. */
export type DraftedConfig =
  | { readonly ok: true; readonly file: string; readonly text: string; readonly isNew: boolean }
  /** It stays as it is; `isOther`: it starts another server than the one that was asked for. */
  | { readonly ok: true; readonly file: string; readonly text: undefined; readonly isOther: boolean }
  | { readonly ok: false; readonly reasons: readonly string[] }

const FILE = 'surety.yaml'

/** What the server is given besides what its configuration says: variables by name, and a network. */
type Extras = Pick<TestRequest, 'env' | 'network'>

/** A configuration that starts the server: a new one, or the one that is there with only the server changed. */
export function draftConfig(config: Config, server: ServerConfig, extras: Extras, force: boolean): DraftedConfig {
  const file = basename(config.file ?? FILE)
  const kept = (isOther: boolean): DraftedConfig => ({ ok: true, file, text: undefined, isOther })
  if (config.file === undefined)
    return checked(
      `${schemaLine(config.root, file, 'config')}version: 1\nserver: ${serverText(server, extras)}\n`,
      config,
      file,
    )
  const known = config.server
  const same = isSame(known, server)
  if (same && hasAll(known, extras)) return kept(false)
  const mayChange = file.startsWith('surety.') && (force || same || known === undefined)
  if (!mayChange) return kept(true)
  const read = readText(config.file, boundsOf(config.root))
  if (!read.ok) return { ok: false, reasons: [read.message] }
  const network = mergeNetworks(known?.kind === 'stdio' ? known.network : [], extras.network)
  return checked(withServer(read.text, same ? undefined : server, { ...extras, network }), config, file)
}

function isSame(one: ServerConfig | undefined, other: ServerConfig): boolean {
  return one !== undefined && JSON.stringify(keysOf(one)) === JSON.stringify(keysOf(other))
}

/** What says which server it is; the rest is how to reach it. */
function keysOf(server: ServerConfig): Readonly<Record<string, string | readonly string[]>> {
  return server.kind === 'http' ? { url: server.url } : { command: server.command, args: server.args }
}

function hasAll(known: ServerConfig | undefined, { env, network }: Extras): boolean {
  if (known?.kind !== 'stdio') return env.length + network.length === 0
  const [before, after] = [known.network, mergeNetworks(known.network, network)]
  const isReached = before === after || (before.length === after.length && before !== 'any' && after !== 'any')
  return isReached && env.every((name) => Object.hasOwn(known.env, name))
}

function serverText(server: ServerConfig, { env: names, network }: Extras): string {
  if (server.kind === 'http') return `{ url: ${scalar(server.url)} }`
  const { command, args } = server
  const env = names.map((name) => `${name}: "\${${name}}"`)
  const parts = [
    `command: ${scalar(command)}`,
    ...(args.length > 0 ? [`args: ${list(args)}`] : []),
    ...(env.length > 0 ? [`env: { ${env.join(', ')} }`] : []),
    ...(network.length > 0 ? [`network: ${network === 'any' ? network : list(network)}`] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

/** Everything else in the file, comments and the server's variables too, stays as its author wrote it. */
function withServer(text: string, server: ServerConfig | undefined, { env, network }: Extras): string {
  const document = parseDocument(text)
  if (server !== undefined) setServer(document, server)
  for (const name of env) document.setIn(['server', 'env', name], `\${${name}}`)
  const reach = network === 'any' ? network : document.createNode([...network], { flow: true })
  if (network.length > 0) document.setIn(['server', 'network'], reach)
  return document.toString()
}

function setServer(document: ReturnType<typeof parseDocument>, server: ServerConfig): void {
  const keys = Object.entries(keysOf(server))
  const isOfThisKind = document.hasIn(['server', server.kind === 'http' ? 'url' : 'command'])
  if (!isOfThisKind) document.set('server', document.createNode({}))
  for (const [key, value] of keys)
    document.setIn(['server', key], typeof value === 'string' ? value : document.createNode([...value], { flow: true }))
}

/** Only what can be read again is written: a secret on the command line, for one, cannot. */
export function checked(text: string, config: Config, file: string): DraftedConfig {
  const { entry, problems } = openYaml(text, { path: resolve(config.root, file), file })
  if (entry !== undefined) readSurety(entry, config.root, { server: process.env, store: undefined, tables: undefined })
  if (problems.length > 0) return { ok: false, reasons: problems.map(located) }
  return { ok: true, file, text, isNew: config.file === undefined }
}
