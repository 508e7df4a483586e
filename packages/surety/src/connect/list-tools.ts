import type { Message } from './incoming.ts'
import { readTool } from './listed-tool.ts'
import { now } from './now.ts'
import { failureOf, kindOf } from './read-reply.ts'
import type { CallLimits, Listed, ListedTool, Reply } from './session.ts'

/** Of all pages. */
const MAX_BYTES = 64 << 20
const MAX_PAGES = 1000
const MAX_ENTRIES = 10_000

/** Every page within one time limit; a page that fails ends the list and is a problem, unless it was the first. */
export async function listTools(
  ask: (params: Message, limits: CallLimits) => Promise<Reply>,
  timeoutMs: number,
): Promise<Listed> {
  const deadline = now() + timeoutMs
  const list = new ToolList()
  let [cursor, maxBytes]: [string | undefined, number] = [undefined, MAX_BYTES]
  for (let first = true; first || cursor !== undefined; first = false) {
    const limits = { timeoutMs: Math.max(1, deadline - now()), maxBytes }
    const reply = await ask(cursor === undefined ? {} : { cursor }, limits)
    if (reply.kind === 'result') maxBytes = Math.max(0, maxBytes - reply.bytes)
    const page = readPage(reply)
    if (!page.ok && first) return page
    cursor = page.ok ? list.add(page) : list.stop(`The list of tools is not complete. ${page.reason}`)
  }
  return { ok: true, tools: [...list.tools.values()], problems: list.problems }
}

interface Page {
  readonly ok: true
  readonly entries: readonly unknown[]
  readonly nextCursor: unknown
}

function readPage(reply: Reply): Page | { readonly ok: false; readonly reason: string } {
  if (reply.kind !== 'result') return { ok: false, reason: failureOf('tools/list', reply) ?? '' }
  const { tools, nextCursor } = reply.result
  if (Array.isArray(tools)) return { ok: true, entries: tools, nextCursor }
  return { ok: false, reason: `tools/list was answered without a list of tools: "tools" is ${kindOf(tools)}.` }
}

/** What has been read of a list that comes in pages and may never end. */
class ToolList {
  readonly tools = new Map<string, ListedTool>()
  readonly problems: string[] = []
  private readonly cursors = new Set<string>()
  private entries = 0

  /** Takes a page in and gives the cursor of the next; undefined at the end. */
  add({ entries, nextCursor }: Page): string | undefined {
    const room = MAX_ENTRIES - this.entries
    entries.slice(0, room).forEach((entry) => this.addEntry(entry))
    this.entries += entries.length
    if (entries.length > room)
      return this.stop(`The server lists more than ${MAX_ENTRIES} tools; the rest was not read.`)
    return this.turn(nextCursor)
  }

  stop(problem: string): undefined {
    this.problems.push(problem)
  }

  private addEntry(entry: unknown): void {
    const { tool, problems } = readTool(entry)
    this.problems.push(...problems)
    if (tool === undefined) return
    if (this.tools.has(tool.name)) this.problems.push(`Two tools are named "${tool.name}"; the first one counts.`)
    else this.tools.set(tool.name, tool)
  }

  /** Servers end a list by leaving the cursor out, by null or by an empty text. */
  private turn(cursor: unknown): string | undefined {
    if (cursor == null || cursor === '') return undefined
    if (typeof cursor !== 'string')
      return this.stop(`The nextCursor of tools/list is ${kindOf(cursor)}; it must be a text.`)
    if (this.cursors.has(cursor)) return this.stop('A nextCursor of tools/list leads back to an earlier page.')
    this.cursors.add(cursor)
    if (this.cursors.size < MAX_PAGES) return cursor
    return this.stop(`The list of tools has more than ${MAX_PAGES} pages; the rest was not read.`)
  }
}
