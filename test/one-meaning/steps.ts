import { Client as ClientV2, InMemoryTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as TransportV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server'
import {
  type ExecutionStep,
  type Operation,
  type ToolContext,
  createMemoryJournal,
  createToolHost,
  defineTool,
} from '@surety/tool-contracts'
import { guard, toolContext } from '@surety/tool-contracts/mcp'
import type { Promises, Result } from './row.ts'
import { contractOf } from './runner.ts'

type Act = (context: ToolContext | undefined) => Result

/** What the guard around an official server has recorded of the one call. */
export const guards = {
  'guard of SDK 1': async (promises: Promises, act: Act): Promise<ExecutionStep> => {
    const server = new McpServerV1({ name: 's', version: '1' })
    server.registerTool('t', {}, (extra) => act(toolContext(extra)) as never)
    const [near, far] = TransportV1.createLinkedPair()
    return guarded(server, server.connect.bind(server, far), promises, async () => {
      const client = new ClientV1({ name: 'c', version: '1' })
      await client.connect(near)
      await client.callTool({ name: 't', arguments: {} })
    })
  },
  'guard of SDK 2': async (promises: Promises, act: Act): Promise<ExecutionStep> => {
    const server = new McpServerV2({ name: 's', version: '2' })
    server.registerTool('t', {}, (context) => act(toolContext(context)) as never)
    const [near, far] = TransportV2.createLinkedPair()
    return guarded(server, server.connect.bind(server, far), promises, async () => {
      const client = new ClientV2({ name: 'c', version: '2' })
      await client.connect(near)
      await client.callTool({ name: 't', arguments: {} })
    })
  },
}

async function guarded(
  server: { readonly server: object; readonly close: () => Promise<void> },
  connect: () => Promise<void>,
  promises: Promises,
  call: () => Promise<void>,
): Promise<ExecutionStep> {
  const journal = createMemoryJournal()
  guard(server, [contractOf('t', promises)], { journal })
  await connect()
  // What the client makes of the answer is not asked.
  await call().catch(() => {})
  await server.close()
  return onlyStep(journal.all().steps)
}

/** What a host has recorded of the one call. */
export async function stepOfHost(
  promises: Promises,
  handler: (context: ToolContext) => unknown,
): Promise<ExecutionStep> {
  const journal = createMemoryJournal()
  const tool = defineTool(contractOf('t', promises), (_, context) => handler(context))
  await createToolHost({ tools: [tool], journal }).call('t', {})
  return onlyStep(journal.all().steps)
}

function onlyStep([step, ...others]: readonly ExecutionStep[]): ExecutionStep {
  if (step === undefined || others.length > 0) throw new Error('There must be one step.')
  return step
}

/** A handler that only records. */
export function recording(operation: Operation): Act {
  return (context) => {
    context?.record(operation)
    return { content: [] }
  }
}

/** Did the call keep the contract, as its step says? */
export function keeps({ code, violations = [] }: ExecutionStep): boolean {
  return code !== 'INVALID_OUTPUT' && violations.length === 0
}
