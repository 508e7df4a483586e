import type { Conversation } from './conversation.ts'
import { MODERN_VERSION, modern } from './era.ts'
import { shakeHands } from './handshake.ts'
import type { Message } from './incoming.ts'
import { listTools } from './list-tools.ts'
import { readReply } from './read-reply.ts'
import type { CallLimits, Listed, Reply, Session } from './session.ts'
import { readToolReply } from './tool-reply.ts'

/** What every session does, whatever carries its messages. */
export function sessionOver(conversation: Conversation): Session {
  let inputSchemas: ReadonlyMap<string, unknown> = new Map()

  const ask = async (method: string, params: Message, limits: CallLimits, inputSchema?: unknown): Promise<Reply> => {
    const enveloped = conversation.version === MODERN_VERSION ? modern(params) : params
    return readReply(await conversation.request(method, enveloped, limits, inputSchema))
  }

  const list = async (timeoutMs: number): Promise<Listed> => {
    const listed = await listTools((params, limits) => ask('tools/list', params, limits), timeoutMs)
    if (listed.ok) inputSchemas = new Map(listed.tools.map((tool) => [tool.name, tool.inputSchema]))
    return listed
  }

  return {
    open: (timeoutMs) => shakeHands(conversation, timeoutMs),
    listTools: list,
    callTool: async (name, input, limits) =>
      readToolReply(await ask('tools/call', { name, arguments: input }, limits, inputSchemas.get(name))),
    noise: conversation.noise,
    problems: conversation.problems,
    close: () => conversation.close(),
  }
}
