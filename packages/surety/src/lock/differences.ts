import type { Launch, Lock, PinnedTool } from './lock.ts'
import { type Definition, FIELDS, isSame, isTooDeep } from './pin.ts'

/** How a server differs from what was pinned. */
export interface Difference {
  /** `null`: it belongs to no tool. */
  readonly tool: string | null
  readonly kind: 'added' | 'removed' | 'changed' | 'launch'
  readonly fields: readonly FieldChange[]
}

/** One field before and after; undefined where it was not there. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export function differences(lock: Lock, tools: readonly Definition[], launch: Launch): readonly Difference[] {
  const pinned = new Map(lock.tools.map((tool) => [tool.name, tool]))
  const listed = new Set(tools.map(({ name }) => name))
  const removed = lock.tools.filter(({ name }) => !listed.has(name))
  return [
    ...launchDifference(lock.launch, launch),
    ...tools.flatMap((tool) => toolDifference(pinned.get(tool.name), tool)),
    ...removed.map(({ name, definition }) => ({
      tool: name,
      kind: 'removed' as const,
      fields: between(definition, {}),
    })),
  ]
}

function toolDifference(pinned: PinnedTool | undefined, tool: Definition): readonly Difference[] {
  if (pinned === undefined) return [{ tool: tool.name, kind: 'added', fields: between({}, tool) }]
  const fields = between(pinned.definition, tool)
  return fields.length === 0 ? [] : [{ tool: tool.name, kind: 'changed', fields }]
}

function between(before: Partial<Definition>, after: Partial<Definition>): readonly FieldChange[] {
  return FIELDS.filter((field) => !isSame(before[field], after[field])).map((field) => ({
    field,
    before: before[field],
    after: isTooDeep(after[field]) ? 'It is nested too deep to be shown.' : after[field],
  }))
}

const LAUNCH_FIELDS = ['command', 'cwd', 'env', 'url'] as const

function launchDifference(before: Launch, after: Launch): readonly Difference[] {
  const [was, is] = [before, after].map((launch) => new Map<string, unknown>(Object.entries(launch)))
  const fields = LAUNCH_FIELDS.map((field) => ({ field, before: was?.get(field), after: is?.get(field) }))
  const changed = fields.filter((field) => !isSame(field.before, field.after))
  return changed.length === 0 ? [] : [{ tool: null, kind: 'launch', fields: changed }]
}
