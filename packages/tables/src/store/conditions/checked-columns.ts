import type { TableInfo } from '../table-info.ts'
import { readCheck } from './read-check.ts'

/** The columns of the check with this name, or, where it has none, with this condition. */
export function checkedColumns(nameOrCondition: string, { checks }: TableInfo): string[] {
  const check = checks.find(({ name, expression }) => name === nameOrCondition || expression === nameOrCondition)
  const read = check === undefined ? undefined : readCheck(check.expression)
  return [...new Set(read?.map(({ column }) => column))]
}
