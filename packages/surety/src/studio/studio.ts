/** The studio: an MCP server by which agents author, validate, compile and install contracts, and read their own trace. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CapabilityTag, type ToolHost, createRolePolicy, createToolHost } from '@surety/tool-contracts'
import { openCatalogue } from '../modules/catalogue.ts'
import type { Layers } from '../sandbox/cell.ts'
import { writeToStderr } from '../serve/log.ts'
import { type Serving, type Transport, serve } from '../serve/serve.ts'
import type { Store } from '../store/types.ts'
import { findStepsIn } from './find-steps.ts'
import { type Health, healthOf, rememberErrors } from './health.ts'
import { contained } from './start-code.ts'
import type { StudioContext } from './studio-context.ts'
import { studioTools } from './tools/tools.ts'

export interface StudioOptions {
  readonly root: string
  /** Relative to the root. */
  readonly memoryDir: string
  readonly record: Store
  /** Absolute, where the record is a file. */
  readonly recordFile: string | undefined
  /** The record's address as it may be printed. */
  readonly shownStore: string
  readonly transport: Transport
  readonly roles: Readonly<Record<string, readonly CapabilityTag[]>> | undefined
  /** Of callers without a token. */
  readonly role: string | undefined
  readonly version: string
  readonly upstreams: Health['upstreams']
  readonly layers: () => Promise<Layers>
}

/** Only an operator says yes to what changes the promises that hold. */
const OPERATOR_ONLY = ['graph.install_plan']

const INSTRUCTIONS =
  'Contracts of MCP tools live in modules/<namespace>/<name>/module.yaml. Write them, then modules.validate, modules.compile and graph.install_plan; modules.query_state shows what you have done in this trace, contracts.check whether a call would be refused.'

export async function serveStudio(options: StudioOptions): Promise<Serving> {
  const { record, transport, role, version } = options
  const errors = rememberErrors(writeToStderr)
  const root = realpathSync(options.root)
  // Found out by trying, which no call should have to answer for.
  const layers = await options.layers()
  const policy = options.roles === undefined ? undefined : createRolePolicy(options.roles)
  const catalogue = openCatalogue(root, { startCode: contained(layers) })
  // The tools ask about the host that they are part of.
  let host: ToolHost | undefined
  const context: StudioContext = {
    root,
    memoryDir: resolve(root, options.memoryDir),
    recordFile: options.recordFile,
    now: () => new Date(),
    catalogue,
    findSteps: findStepsIn(record.journal, policy),
    policy,
    health: () => healthOf({ ...options, layers, store: record, errors }),
    own: {
      contracts: () => [...(host?.graph.tools.values() ?? [])],
      check: async (toolName, input, { role, principal }) => {
        if (host === undefined) throw new Error('The studio is not served yet.')
        return host.check(toolName, input, { principal, ...(role !== undefined && { role }) })
      },
    },
  }
  host = createToolHost({
    tools: studioTools(context),
    journal: record.journal,
    approver: record.approver,
    ...(policy !== undefined && { policy }),
  })
  const serving = await serve(host, transport, {
    store: record,
    ...(role !== undefined && { role }),
    approvals: { by: 'caller', operatorOnly: OPERATOR_ONLY },
    // modules.query_state is that.
    trace: false,
    name: 'surety-studio',
    version,
    instructions: INSTRUCTIONS,
    log: errors.write,
  })
  void serving.closed.finally(() => catalogue.close())
  return serving
}
