import { basename, resolve } from 'node:path'
import { boundsOf } from '../author/bounds.ts'
import type { Config, ServerConfig } from '../author/config.ts'
import { located } from '../author/located.ts'
import { openYaml } from '../author/open-yaml.ts'
import { readSurety } from '../author/read-config.ts'
import { readText } from '../author/read-text.ts'
import { yaml } from '../author/yaml-language.ts'
import { list, scalar } from './yaml-text.ts'

/** What becomes of the configuration. */
export type DraftedConfig =
  | { readonly ok: true; readonly file: string; readonly text: string; readonly isNew: boolean }
  /** It stays as it is; `isOther`: it starts another server than the one that was asked for. */
  | { readonly ok: true; readonly file: string; readonly text: undefined; readonly isOther: boolean }
  | { readonly ok: false; readonly reasons: readonly string[] }

const FILE = 'surety.yaml'

type Process = Extract<ServerConfig, { kind: 'stdio' }>

/** A configuration that starts the server: a new one, or the one that is there with only the server changed. */
export function draftConfig(config: Config, server: ServerConfig, force: boolean): DraftedConfig {
  const file = basename(config.file ?? FILE)
  const kept = (isOther: boolean): DraftedConfig => ({ ok: true, file, text: undefined, isOther })
  if (server.kind === 'http') return kept(false)
  if (config.file === undefined) return checked(`version: 1\nserver: ${serverText(server)}\n`, config, file)
  if (isSame(config.server, server)) return kept(false)
  const mayChange = file.startsWith('surety.') && (force || config.server === undefined)
  if (!mayChange) return kept(true)
  const read = readText(config.file, boundsOf(config.root))
  return read.ok ? checked(withServer(read.text, server), config, file) : { ok: false, reasons: [read.message] }
}

function isSame(one: ServerConfig | undefined, { command, args }: Process): boolean {
  if (one?.kind !== 'stdio') return false
  return JSON.stringify([one.command, one.args]) === JSON.stringify([command, args])
}

function serverText({ command, args }: Process, variables: readonly string[] = []): string {
  const env = variables.map((name) => `${name}: "\${${name}}"`)
  const parts = [
    `command: ${scalar(command)}`,
    ...(args.length > 0 ? [`args: ${list(args)}`] : []),
    ...(env.length > 0 ? [`env: { ${env.join(', ')} }`] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

/** Everything else in the file, comments and the server's variables too, stays as its author wrote it. */
function withServer(text: string, { command, args }: Process): string {
  const document = yaml().parseDocument(text)
  if (!document.hasIn(['server', 'command'])) document.set('server', document.createNode({}))
  document.setIn(['server', 'command'], command)
  document.setIn(['server', 'args'], document.createNode([...args], { flow: true }))
  return document.toString()
}

/** Only what can be read again is written: a secret on the command line, for one, cannot. */
function checked(text: string, config: Config, file: string): DraftedConfig {
  const { entry, problems } = openYaml(text, { path: resolve(config.root, file), file })
  if (entry !== undefined) readSurety(entry, config.root, { server: process.env, store: undefined, tables: undefined })
  if (problems.length > 0) return { ok: false, reasons: problems.map(located) }
  return { ok: true, file, text, isNew: config.file === undefined }
}

const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g
const NO_VARIABLE = /^ERR_|_NOT_FOUND$/

/** What to do where a server that did not start seems to miss a variable of the environment. */
export function variableHint(reason: string, server: ServerConfig): string | undefined {
  if (server.kind === 'http') return undefined
  const named = [...new Set(reason.match(VARIABLE))].filter((name) => !NO_VARIABLE.test(name) && !(name in server.env))
  if (named.length === 0 && !/\benv(?:ironment)?\b|\bvariable/i.test(reason)) return undefined
  const variables = named.length === 0 ? ['NAME'] : named.slice(0, 3)
  return `The server is given little more of the environment than PATH and HOME. If it needs ${variables.join(', ')}: set it, put this into ${FILE}, and run surety init again.\n  version: 1\n  server: ${serverText(server, variables)}`
}
