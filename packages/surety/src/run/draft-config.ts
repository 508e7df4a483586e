import { basename } from 'node:path'
import type { Config, ServerConfig } from '../author/config.ts'
import { openYaml } from '../author/open-yaml.ts'
import { parseYaml } from '../author/parse-yaml.ts'
import { readSurety } from '../author/read-config.ts'
import { readText } from '../author/read-text.ts'
import { isMapping } from '../author/reader.ts'
import { located } from './prepare.ts'
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
  const read = readText(config.file)
  if (!read.ok) return { ok: false, reasons: [read.message] }
  const text = withServer(read.text, server)
  return text === undefined ? kept(true) : checked(text, config, file)
}

function isSame(one: ServerConfig | undefined, { command, args }: Process): boolean {
  if (one?.kind !== 'stdio') return false
  return JSON.stringify([one.command, one.args]) === JSON.stringify([command, args])
}

function serverText({ command, args }: Process, further: readonly string[] = []): string {
  const parts = [`command: ${scalar(command)}`, ...(args.length > 0 ? [`args: ${list(args)}`] : []), ...further]
  return `{ ${parts.join(', ')} }`
}

/** Everything else in the file stays as its author wrote it; undefined where its keys do not start lines. */
function withServer(text: string, server: Process): string | undefined {
  const { value, locate } = parseYaml(text)
  const root = isMapping(value) ? value : {}
  const places = Object.keys(root).map((key) => locate([key]))
  if (places.some(({ column }) => column > 1)) return undefined
  const lines = text.trimEnd().split('\n')
  const starts = places.map(({ line }) => line - 1)
  const start = 'server' in root ? locate(['server']).line - 1 : lines.length
  const next = Math.min(lines.length, ...starts.filter((line) => line > start))
  const end = lines.findLastIndex((line, index) => index < next && !/^\s*(?:#|$)/.test(line)) + 1
  lines.splice(start, Math.max(end - start, 0), `server: ${serverText(server, furtherKeys(root['server']))}`)
  return `${lines.join('\n')}\n`
}

/** What a server that is started has beside its command; one that is reached by an address has nothing to keep. */
function furtherKeys(server: unknown): string[] {
  if (!isMapping(server) || !('command' in server)) return []
  const { command: _, args: __, ...further } = server
  return Object.entries(further).map(([key, value]) => `${scalar(key)}: ${JSON.stringify(value)}`)
}

/** Only what can be read again is written: a secret on the command line, for one, cannot. */
function checked(text: string, config: Config, file: string): DraftedConfig {
  const { entry, problems } = openYaml(text, file)
  if (entry !== undefined) readSurety(entry, config.root, process.env)
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
  const env = variables.map((name) => `${name}: "\${${name}}"`)
  return `The server is given little more of the environment than PATH and HOME. If it needs ${variables.join(', ')}: set it, put this into ${FILE}, and run surety init again.\n  version: 1\n  server: ${serverText(server, [`env: { ${env.join(', ')} }`])}`
}
