import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { type CheckConfig, EFFECT_REQUIREMENTS, type ServerConfig } from './config.ts'
import type { Variables } from './from-environment.ts'
import { anything, mapping, record } from './mapping.ts'
import { type Entry, flag, listOf, nameOf, oneOf, text, whole } from './reader.ts'
import { address, commandLine, serverConfig } from './server-config.ts'
import { version } from './version.ts'

/** What a configuration file says; paths are still relative. */
export interface StatedConfig {
  readonly server: ServerConfig | undefined
  readonly check: CheckConfig
}

const MAX_MS = 2 ** 31 - 1

const checkFields = record({
  timeout_ms: whole(1, MAX_MS),
  memory_limit_mb: whole(1, 1024 ** 2),
  mcp_root: text,
  tools_dir: text,
  max_output_size_kb: whole(1, 1024 ** 3),
  determinism_runs: whole(2, 1000),
  strict_mode: flag,
  start_timeout_ms: whole(1, MAX_MS),
  settle_ms: whole(0, 600_000),
  setup: listOf(text, 1),
  require: listOf(oneOf(EFFECT_REQUIREMENTS)),
})

// The insides of the sections below `check` are judged by the programs that use them.
const suretyFields = (variables: Variables) =>
  record(
    {
      version,
      server: serverConfig(variables),
      check: checkFields,
      roles: mapping,
      store: text,
      retention: text,
      gateway: mapping,
      studio: mapping,
      tables: mapping,
    },
    [],
    ['roles', 'store', 'retention', 'gateway', 'studio', 'tables'],
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

/** By which an editor checks surety.yaml while it is written. */
export const configSchema: JsonSchema = suretyFields({}).schema

export function readSurety(entry: Entry, root: string, variables: Variables): StatedConfig {
  const read = suretyFields(variables).read(entry)
  const server = read?.server
  const cwd = server?.kind === 'stdio' && server.cwd !== undefined ? resolve(root, server.cwd) : undefined
  if (cwd !== undefined) mustBeFolder(entry.at('server').at('cwd'), cwd)
  return {
    server: server?.kind === 'stdio' ? { ...server, cwd } : server,
    check: checkConfig(entry.at('check'), root, read?.check),
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
  return { server, check: checkConfig(entry.at('check'), root, check) }
}

type StatedCheck = NonNullable<ReturnType<typeof checkFields.read>>

function checkConfig(entry: Entry, root: string, stated?: StatedCheck): CheckConfig {
  const usual = defaultCheck(root)
  const mcpRoot = resolve(root, stated?.mcp_root ?? '.')
  const toolsDir = resolve(root, stated?.tools_dir ?? 'tools')
  mustBeFolder(entry.at('mcp_root'), mcpRoot)
  // Where nobody asked for another folder, there need not be one.
  if (toolsDir !== usual.toolsDir) mustBeFolder(entry.at('tools_dir'), toolsDir)
  return {
    timeoutMs: stated?.timeout_ms ?? usual.timeoutMs,
    memoryLimitMb: stated?.memory_limit_mb ?? usual.memoryLimitMb,
    mcpRoot,
    toolsDir,
    maxOutputSizeKb: stated?.max_output_size_kb ?? usual.maxOutputSizeKb,
    determinismRuns: stated?.determinism_runs ?? usual.determinismRuns,
    strictMode: stated?.strict_mode ?? usual.strictMode,
    startTimeoutMs: stated?.start_timeout_ms ?? usual.startTimeoutMs,
    settleMs: stated?.settle_ms ?? usual.settleMs,
    setup: stated?.setup ?? usual.setup,
    require: stated?.require ?? usual.require,
  }
}

/** What holds where a configuration says nothing. */
export function defaultCheck(root: string): CheckConfig {
  return {
    timeoutMs: 30_000,
    memoryLimitMb: 512,
    mcpRoot: root,
    toolsDir: resolve(root, 'tools'),
    maxOutputSizeKb: 50,
    determinismRuns: 3,
    strictMode: false,
    startTimeoutMs: 20_000,
    settleMs: 500,
    setup: [],
    require: [],
  }
}

function mustBeFolder(entry: Entry, path: string): void {
  if (!isFolder(path))
    entry.say(`${nameOf(entry.path)} names ${path}, which is no folder.`, 'Create it, or correct the path.')
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
