import { CAPABILITIES, type CapabilityTag } from '@surety/tool-contracts'
import { quoted } from '../fault.ts'
import { type TableConfig, columnOf } from '../table-config.ts'
import { type Change, breaking, compatible, invisible } from './change.ts'
import { fieldChanges } from './field-changes.ts'
import { uniqueChanges } from './unique-changes.ts'

/** What differs between two versions of one tool. */
export function tableChanges(before: TableConfig, after: TableConfig): readonly Change[] {
  const { toolId } = after
  const found = [
    ...fieldChanges(before.fields, after.fields),
    ...uniqueChanges(before.constraints?.unique ?? [], after.constraints?.unique ?? []),
    ...approvalChanges(before.approval, after.approval),
    ...capabilityChanges(before.capabilities, after.capabilities),
    ...(before.successMessage === after.successMessage ? [] : [compatible('The success message changed.')]),
    ...invisibleChanges(before, after),
  ]
  return found.map((change) => ({ ...change, toolId }))
}

function approvalChanges(before: TableConfig['approval'], after: TableConfig['approval']): readonly Change[] {
  if ((before === 'always') === (after === 'always')) return []
  return after === 'always'
    ? [breaking('Each call needs approval now.')]
    : [compatible('Calls need no approval any more.')]
}

const DEFAULT_CAPABILITIES: readonly CapabilityTag[] = ['CREATE']

function capabilityChanges(before = DEFAULT_CAPABILITIES, after = DEFAULT_CAPABILITIES): readonly Change[] {
  const gained = CAPABILITIES.filter((tag) => after.includes(tag) && !before.includes(tag))
  const lost = CAPABILITIES.filter((tag) => before.includes(tag) && !after.includes(tag))
  return [
    ...(gained.length === 0 ? [] : [breaking(`Callers must be granted ${gained.join(', ')} now.`)]),
    ...(lost.length === 0 ? [] : [compatible(`Callers need not be granted ${lost.join(', ')} any more.`)]),
  ]
}

function invisibleChanges(before: TableConfig, after: TableConfig): readonly Change[] {
  const keys = (['displayName', 'description', 'tableName'] as const).filter((key) => before[key] !== after[key])
  const moved = after.fields.filter(
    ({ name }) =>
      before.fields.some((field) => field.name === name) && columnOf(before, name) !== columnOf(after, name),
  )
  return [
    ...keys.map((key) => invisible(`'${key}' changed.`)),
    ...moved.map(({ name }) => ({ ...invisible(`Field ${quoted(name)}: It goes to another column.`), field: name })),
    ...((before.coalesce ?? false) === (after.coalesce ?? false) ? [] : [invisible("'coalesce' changed.")]),
    ...((before.audit ?? true) === (after.audit ?? true) ? [] : [invisible("'audit' changed.")]),
  ]
}
