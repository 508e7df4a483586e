import { columnFaults } from './check/columns.ts'
import { boundFaults } from './check/field-bounds.ts'
import { fieldNameFaults } from './check/field-names.ts'
import { type FieldOutline, outline } from './check/outline.ts'
import { schemaFaults } from './check/schema-faults.ts'
import { templateFaults } from './check/template.ts'
import { toolIdFaults } from './check/tool-ids.ts'
import { uniqueFaults } from './check/unique-constraints.ts'
import type { DefaultCheck } from './default-check.ts'
import type { Fault } from './fault.ts'
import { type FieldConfig, NOW } from './field-config.ts'

/** All that is wrong with the data of a configuration, in no order. */
export function checkConfiguration(root: unknown, check: DefaultCheck): readonly Fault[] {
  const tables = outline(root)
  return [
    ...schemaFaults(root),
    ...toolIdFaults(tables),
    ...tables.flatMap((table) => [
      ...fieldNameFaults(table),
      ...columnFaults(table),
      ...uniqueFaults(table),
      ...templateFaults(table),
      ...table.fields.flatMap((field) => fieldFaults(field, check)),
    ]),
  ]
}

function fieldFaults({ config, path: field }: FieldOutline, check: DefaultCheck): readonly Fault[] {
  if (config === undefined) return []
  const bounds = boundFaults(config)
  // Where the bounds are wrong, nobody knows what the default should be.
  const found = bounds.length === 0 ? defaultFaults(config, check) : bounds
  return found.map(({ path, message }) => ({ path: [...field, ...path], part: 'value', message }))
}

function defaultFaults(field: FieldConfig, check: DefaultCheck): readonly Pick<Fault, 'path' | 'message'>[] {
  const { defaultValue } = field
  if (defaultValue === undefined || (field.dataType === 'datetime' && defaultValue === NOW)) return []
  const reason = check(field, defaultValue)
  return reason === undefined
    ? []
    : [{ path: ['defaultValue'], message: `'defaultValue' does not satisfy its own field: ${reason}` }]
}
