import type { Config, ServerConfig } from '../../author/config/config.ts'
import { loadConfig } from '../../author/config/load-config.ts'
import type { Project } from './prepare.ts'

/** The configured server as its file has it, with `${NAME}` where a variable stands. */
export function writtenServer({ root, file }: Config): ServerConfig | undefined {
  if (file === undefined) return undefined
  const variables = Object.fromEntries(Object.keys(process.env).map((name) => [name, `\${${name}}`]))
  return loadConfig(root, { file, variables, uses: ['server'] }).config.server
}

/** The server that is run, as it may be printed: one given on the command line is written there. */
export function asWritten({ config, server }: Pick<Project, 'config' | 'server'>): ServerConfig {
  return server === config.server ? (writtenServer(config) ?? server) : server
}
