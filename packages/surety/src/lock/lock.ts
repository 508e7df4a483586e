import { canonicalJson } from '@surety/tool-contracts/tools'
import { type Definition, type Field, pin } from './pin.ts'
import { visible } from './visible.ts'

/** What surety.lock holds: every tool's definition, and how the server was started, as they were approved. */
export interface Lock {
  readonly version: 1
  readonly launch: Launch
  /** By name. */
  readonly tools: readonly PinnedTool[]
}

/** How a server is started, as it may stand in a file that others read: variables by name, never their values. */
export type Launch =
  | { readonly command: readonly string[]; readonly cwd: string; readonly env: readonly string[] }
  | { readonly url: string }

export interface PinnedTool {
  readonly name: string
  /** Of the canonical JSON of the whole definition. */
  readonly sha256: string
  /** Of the canonical JSON of each field that is there. */
  readonly fields: Readonly<Partial<Record<Field, string>>>
  readonly definition: Definition
}

/** A tool that cannot be pinned is left out, and so counts as added for as long as it stays that way. */
export function lockOf(tools: readonly Definition[], launch: Launch): Lock {
  const pinned = tools.map(pin).flatMap((one) => (one.ok ? [one.tool] : []))
  return { version: 1, launch, tools: pinned.toSorted(byName) }
}

/** The lock with one tool as it is listed now: renewed, added or, where it is gone, removed. */
export function acceptTool(lock: Lock, tools: readonly Definition[], name: string): Lock {
  const { tools: renewed } = lockOf(
    tools.filter((tool) => tool.name === name),
    lock.launch,
  )
  const others = lock.tools.filter((tool) => tool.name !== name)
  return { ...lock, tools: [...others, ...renewed].toSorted(byName) }
}

/** The file: the same text for the same lock, and nothing in it that a reviewer would not see. */
export function lockText(lock: Lock): string {
  const sorted: unknown = JSON.parse(canonicalJson(lock))
  const lines = JSON.stringify(sorted, undefined, 2).split('\n')
  return `${lines.map(visible).join('\n')}\n`
}

function byName(a: PinnedTool, b: PinnedTool): number {
  return a.name < b.name ? -1 : 1
}
