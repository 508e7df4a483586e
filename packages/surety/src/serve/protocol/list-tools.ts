import type { Method } from './answer.ts'
import { RPC, failed, succeeded } from '../wire/rpc.ts'

/** A page of the tools that the caller's role may call. A cursor is the name of the last tool of the page before. */
export const listTools: Method = async ({ params }, { caller }, { served, limits }) => {
  const tools = await served.list(caller.role)
  const { cursor } = params
  const start = cursor === undefined ? 0 : tools.findIndex(({ name }) => cursorOf(name) === cursor) + 1
  if (cursor !== undefined && start === 0)
    return failed(RPC.invalidParams, 'There is no such cursor; the list may have changed. Start again without one.')
  const page = tools.slice(start, start + limits.pageSize)
  const last = page.at(-1)
  const isMore = last !== undefined && start + page.length < tools.length
  return succeeded(isMore ? { tools: page, nextCursor: cursorOf(last.name) } : { tools: page })
}

function cursorOf(name: string): string {
  return Buffer.from(name).toString('base64url')
}
