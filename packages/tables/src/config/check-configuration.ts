import { refusalOfValue } from '../schema/violations.ts'
import { columnFaults } from './check/columns.ts'
import { boundFaults } from './check/field-bounds.ts'
import { fieldNameFaults } from './check/field-names.ts'
import { type FieldOutline, outline } from './check/outline.ts'
import { schemaFaults } from './check/schema-faults.ts'
import { templateFaults } from './check/template.ts'
import { toolIdFaults } from './check/tool-ids.ts'
import { uniqueFaults } from './check/unique-constraints.ts'
import type { Fault } from './fault.ts'
import { type FieldConfig, NOW } from './field-config.ts'

/** All that is wrong with the data of a configuration, in no order. */
export function checkConfiguration(root: unknown): readonly Fault[] {
  const tables = outline(root)
  return [
    ...schemaFaults(root),
    ...toolIdFaults(tables),
    ...tables.flatMap((table) => [
      ...fieldNameFaults(table),
      ...columnFaults(table),
      ...uniqueFaults(table),
      ...templateFaults(table),
      ...table.fields.flatMap(fieldFaults),
    ]),
  ]
}

function fieldFaults({ config, path: field }: FieldOutline): readonly Fault[] {
  if (config === undefined) return []
  const bounds = boundFaults(config)
  const found = bounds.length === 0 ? defaultFaults(config) : bounds
  return found.map(({ path, message }) => ({ path: [...field, ...path], part: 'value', message }))
}

/** Where the bounds are wrong already, nobody knows what the default should be. */
function defaultFaults(field: FieldConfig): readonly Pick<Fault, 'path' | 'message'>[] {
  const { defaultValue } = field
  if (defaultValue === undefined || (field.dataType === 'datetime' && defaultValue === NOW)) return []
  const reason = refusalOfValue(field, defaultValue)
  return reason === undefined
    ? []
    : [{ path: ['defaultValue'], message: `'defaultValue' does not satisfy its own field: ${reason}` }]
}
