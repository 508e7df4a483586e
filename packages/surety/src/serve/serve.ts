import { ContractError, type ToolHost, createRolePolicy } from '@surety/tool-contracts'
import { LOCAL_PRINCIPAL } from '@surety/tool-contracts/journal'
import { CLIENT_INFO } from '../connect/era.ts'
import { parseDuration } from '../store/duration.ts'
import { callerApprovals } from './approvals/caller-approvals.ts'
import { Changes } from './changes.ts'
import { checkOptions } from './check-options.ts'
import { startHttp } from './http/start-http.ts'
import { LIMITS } from './limits.ts'
import { logTo, writeToStderr } from './log.ts'
import type { ServeOptions, Serving, Transport } from './options.ts'
import type { Service } from './protocol/service.ts'
import { serveHost } from './serve-host.ts'
import type { Served } from './served.ts'
import { serving } from './serving.ts'
import { startStdio } from './stdio/start-stdio.ts'
import { withTrace } from './trace-tool.ts'
import { Workload } from './workload.ts'

export type { ConfiguredToken } from './identity/configured-tokens.ts'
export type { Limits } from './limits.ts'
export type { LogLine, WriteLog } from './log.ts'
export type { ServeOptions, Serving, Transport } from './options.ts'
export type { Served, ServedCall, ServedClient, ServedResult, ServedTool } from './served.ts'
export { ServedError } from './served.ts'

/**
 * Serves tools as an MCP server, in every revision of the protocol, over stdio or HTTP. Installs no signal handlers: whoever
 * owns the process closes it.
 */
export async function serve(
  tools: ToolHost | Served,
  transport: Transport,
  options: ServeOptions = {},
): Promise<Serving> {
  checkOptions(options, tools.policy !== undefined)
  const { approvals, store, role } = options
  const served = withTrace(servedOf(tools, options), options.trace, await namesOf(tools, role))
  const expires = approvals?.expires === undefined ? undefined : parseDuration(approvals.expires)
  if (expires !== undefined) store?.approvals.expireAfter(expires)

  const service: Service = {
    served,
    info: { name: options.name ?? 'surety', version: options.version ?? String(CLIENT_INFO['version']) },
    instructions: options.instructions,
    limits: { ...LIMITS, ...options.limits },
    log: logTo(options.log ?? writeToStderr),
    callerApprovals:
      approvals?.by === 'caller' && store !== undefined ? callerApprovals(store, approvals.operatorOnly) : undefined,
    workload: new Workload(options.limits?.maxRequests ?? LIMITS.maxRequests),
    changes: new Changes(served),
  }
  const started =
    'http' in transport
      ? await startHttp(service, transport.http, options)
      : startStdio(service, { principal: LOCAL_PRINCIPAL, role, isStranger: false }, transport.stdio)
  service.log('started', { ...started.about, access: accessOf(served, role) })
  return serving(started, service)
}

function servedOf(tools: ToolHost | Served, { roles }: ServeOptions): Served {
  if (!('withPolicy' in tools)) {
    if (roles === undefined) return tools
    throw new ContractError('The call of serve', [
      'roles are for a host; what is served otherwise brings its own policy.',
    ])
  }
  return serveHost(roles === undefined ? tools : tools.withPolicy(createRolePolicy(roles)))
}

async function namesOf(tools: ToolHost | Served, role: string | undefined): Promise<readonly string[]> {
  return 'graph' in tools ? [...tools.graph.tools.keys()] : (await tools.list(role)).map(({ name }) => name)
}

/** Who may do what, in a sentence for the log. */
function accessOf({ policy }: Served, role: string | undefined): string {
  if (policy === undefined) return 'Everybody who reaches the server may call every tool: there are no roles.'
  return role === undefined
    ? 'By role; callers without a token have none.'
    : `By role; callers without a token are '${role}'.`
}
