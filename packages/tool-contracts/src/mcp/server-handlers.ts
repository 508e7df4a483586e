import { isRecord } from '../contract/record.ts'

/** What a request handler of an SDK server gets and gives. */
export type RequestHandler = (request: McpRequest, extra: object) => Promise<unknown>

export interface McpRequest {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** The seam both SDKs share: where an McpServer keeps its request handlers and its tools. */
export interface ServerHandlers {
  readonly call: RequestHandler
  readonly list: RequestHandler
  readonly replace: (call: RequestHandler, list: RequestHandler) => void
  readonly toolNames: () => readonly string[]
  /** Can the tool be called as a task, whose result is fetched past any handler of `tools/call`? */
  readonly isTask: (toolName: string) => boolean
}

/** Throws where the server is of a kind we do not know, or has no tools yet: a guard that guards nothing must not start. */
export function handlersOf(mcpServer: { readonly server: object }): ServerHandlers {
  const { server, _registeredTools: tools }: Readonly<Record<string, unknown>> = { ...mcpServer }
  const handlers: unknown = isRecord(server) ? Reflect.get(server, '_requestHandlers') : undefined
  if (!(handlers instanceof Map) || !isRecord(tools)) {
    throw new Error('guard() does not know this server: it takes an McpServer of the MCP SDK 1.x or 2.x.')
  }
  const call: unknown = handlers.get('tools/call')
  const list: unknown = handlers.get('tools/list')
  if (!isHandler(call) || !isHandler(list)) {
    throw new Error('guard() found no tools on this server: register the tools first, then guard it.')
  }
  return {
    call,
    list,
    replace(call, list) {
      handlers.set('tools/call', call)
      handlers.set('tools/list', list)
    },
    toolNames: () => Object.keys(tools),
    isTask(toolName) {
      const { execution } = isRecord(tools[toolName]) ? tools[toolName] : {}
      const support = isRecord(execution) ? execution['taskSupport'] : undefined
      return support !== undefined && support !== 'forbidden'
    },
  }
}

function isHandler(value: unknown): value is RequestHandler {
  return typeof value === 'function'
}
