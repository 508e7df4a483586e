import { realpath } from 'node:fs/promises'
import type { Config, ServerConfig } from '../author/config.ts'
import { loadConfig } from '../author/load-config.ts'
import { located } from '../author/located.ts'
import type { Layers } from '../sandbox/cell.ts'
import { probeLayers } from '../sandbox/probe-layers.ts'
import type { TestRequest } from './request.ts'

/** The user's project as its configuration tells it. */
export interface Project {
  readonly config: Config
  readonly server: ServerConfig
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
  const { configFile } = request
  const named = configFile === undefined ? {} : { file: configFile }
  const { config, problems: faults } = loadConfig(request.dir, { ...named, uses: ['server'] })
  if (faults.length > 0) return { ok: false, reasons: faults.map(located) }
  const server = serverOf(request, config)
  if (server === undefined)
    return {
      ok: false,
      reasons: [
        `No server is named: put \`server: { command, args }\` or \`server: { url }\` into ${config.root}/surety.yaml, or give \`-- command args…\`.`,
      ],
    }
  const project = await realpath(config.check.mcpRoot).catch(() => undefined)
  if (project === undefined) return { ok: false, reasons: [`mcp_root does not exist: ${config.check.mcpRoot}.`] }
  return { ok: true, project: { config, server, project } }
}

function serverOf({ command, url }: TestRequest, config: Config): ServerConfig | undefined {
  const [program, ...args] = command
  const env = config.server?.kind === 'stdio' ? config.server.env : {}
  if (program !== undefined) return { kind: 'stdio', command: program, args, env, cwd: undefined }
  const headers = config.server?.kind === 'http' ? config.server.headers : {}
  return url === undefined ? config.server : { kind: 'http', url, headers }
}
