import { expect, it } from 'vitest'
import { toldById } from './told-by-id.ts'
import type { RowId } from './table-store.ts'

it.each<[string, readonly RowId[], readonly RowId[], readonly string[]]>([
  ['all rows are stored', ['a', 'b'], ['a', 'b'], ['a', 'b']],
  ['they come in another order', ['a', 'b'], ['b', 'a'], ['a', 'b']],
  ['one is left out', ['a', 'b', 'c'], ['a', 'c'], ['a', 'left_out', 'c']],
  ['none is stored', ['a', 'b'], [], ['left_out', 'left_out']],
  ['one has another id', ['a', 'b', 'c'], ['a', 'x', 'c'], ['a', 'uncertain', 'c']],
  ['one has another id, one is left out', ['a', 'b', 'c'], ['a', 'x'], ['a', 'uncertain', 'uncertain']],
  ['rows have no ids', [undefined, undefined], [undefined, undefined], ['undefined', 'undefined']],
  ['one without an id is left out', [undefined, undefined], [undefined], ['uncertain', 'uncertain']],
  ['all without ids are left out', [undefined, undefined], [], ['left_out', 'left_out']],
  ['one of two with the same id is left out', ['a', 'a', 'b'], ['a', 'b'], ['uncertain', 'uncertain', 'b']],
])('where %s, each row is told what became of it', (_, wanted, stored, told) => {
  const rows = toldById(wanted, stored)
  expect(rows.map((row) => (row.ok ? String(row.id) : 'kind' in row.failure && row.failure.kind))).toEqual(told)
})
