import { FieldConfig } from '../config/field-config.ts'

const MAX_LENGTH = 63

/** A name for the field of each column: the column's own, where a field may be called so. */
export function fieldNames(columns: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(columns.filter(isFieldName).map((column) => [column, column]))
  const taken = new Set(names.values())
  for (const column of columns) {
    if (names.has(column)) continue
    const name = freeName(plainName(column), MAX_LENGTH, '_', taken)
    names.set(column, name)
  }
  return names
}

/** This name, or the first with a number behind it that nobody has taken; takes it. */
export function freeName(wanted: string, maxLength: number, separator: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `${separator}${count}`
    const name = wanted.slice(0, maxLength - end.length).replace(/[_-]+$/, '') + end
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

/** What people read instead of a name: `user_id` is User id. */
export function words(name: string): string {
  const text = shown(name.replaceAll('_', ' ')).trim() || name
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** On one line, whatever is in it. */
export function shown(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
}

function isFieldName(name: string): boolean {
  return FieldConfig.safeParse({ name, label: 'A', required: true, dataType: 'boolean' }).success
}

/** With letters, digits and _ alone. */
function plainName(column: string): string {
  const letters = column.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const name = letters.replaceAll(/\W+/g, '_').replaceAll(/^_+|_+$/g, '')
  return /^[A-Za-z]/.test(name) && !(name in {}) ? name : ['field', name].filter((part) => part !== '').join('_')
}
