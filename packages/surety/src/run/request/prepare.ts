import { realpath } from 'node:fs/promises'
import type { Config, ServerConfig, ServerNetwork } from '../../author/config/config.ts'
import { loadConfig } from '../../author/config/load-config.ts'
import { located } from '../../author/yaml/located.ts'
import type { Layers } from '../../sandbox/cell.ts'
import { probeLayers } from '../../sandbox/probe-layers.ts'
import { mergeNetworks } from './reach.ts'
import type { TestRequest } from './request.ts'

/** The user's project as its configuration tells it. */
export interface Project {
  readonly config: Config
  readonly server: ServerConfig
  /** Variables that the caller passes on to it. */
  readonly passed: Readonly<Record<string, string>>
  /** What it may reach while it starts and in every call. */
  readonly network: ServerNetwork
  /** Absolute, links resolved. */
  readonly project: string
}

/** A project that can be run, on this machine. */
export interface Prepared extends Project {
  readonly layers: Layers
}

type Refused = { readonly ok: false; readonly reasons: readonly string[] }

export async function prepare(
  request: TestRequest,
): Promise<{ readonly ok: true; readonly prepared: Prepared } | Refused> {
  const probing = probeLayers({ without: request.without })
  const read = await readProject(request)
  return read.ok ? { ok: true, prepared: { ...read.project, layers: await probing } } : read
}

export async function readProject(
  request: TestRequest,
): Promise<{ readonly ok: true; readonly project: Project } | Refused> {
  const { configFile, toolsDir } = request
  const named = configFile === undefined ? {} : { file: configFile }
  const { config: stated, problems: faults } = loadConfig(request.dir, { ...named, uses: ['server'] })
  if (faults.length > 0) return { ok: false, reasons: faults.map(located) }
  const config = toolsDir === undefined ? stated : { ...stated, check: { ...stated.check, toolsDir } }
  const server = serverOf(request, config)
  if (server === undefined)
    return {
      ok: false,
      reasons: [
        `No server is named: put \`server: { command, args }\` or \`server: { url }\` into ${config.root}/surety.yaml, or give \`-- command args…\`.`,
      ],
    }
  const { env, network } = request
  if (server.kind === 'http' && env.length + network.length > 0)
    return {
      ok: false,
      reasons: ['--env and --network are for a server that is started here, not for one behind a URL.'],
    }
  const project = await realpath(config.check.mcpRoot).catch(() => undefined)
  if (project === undefined) return { ok: false, reasons: [`mcp_root does not exist: ${config.check.mcpRoot}.`] }
  const allowed = server.kind === 'stdio' ? mergeNetworks(server.network, network) : []
  return { ok: true, project: { config, server, passed: valuesOf(env), network: allowed, project } }
}

function valuesOf(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const NOTHING = { env: {}, network: [] }

function serverOf({ command, url }: TestRequest, config: Config): ServerConfig | undefined {
  const [program, ...args] = command
  const { env, network } = config.server?.kind === 'stdio' ? config.server : NOTHING
  if (program !== undefined) return { kind: 'stdio', command: program, args, env, cwd: undefined, network }
  const headers = config.server?.kind === 'http' ? config.server.headers : {}
  return url === undefined ? config.server : { kind: 'http', url, headers }
}
