import { type CheckedField, columnNamed } from './checked-field.ts'
import type { Finding } from './drift.ts'

/** Do the field and its column take the same values, where the database lists them? */
export function checkValues(checkedField: CheckedField): readonly Finding[] {
  const { field } = checkedField
  const allowed = allowedValues(checkedField)
  if (allowed === undefined) return []
  const place = columnNamed(checkedField)
  if (field.dataType !== 'enum') {
    return [
      {
        code: 'enum_value_refused',
        severity: 'error',
        message: `Field '${field.name}' allows any ${field.dataType}, but ${place} takes only ${shown(allowed)}.`,
        fix: `Make it a field of dataType enum with enumValues: [${allowed.join(', ')}].`,
      },
    ]
  }
  const refused = field.enumValues.filter((value) => !allowed.includes(value))
  const unused = allowed.filter((value) => !field.enumValues.includes(value))
  const findings: Finding[] = []
  if (refused.length > 0) {
    findings.push({
      code: 'enum_value_refused',
      severity: 'error',
      message: `Field '${field.name}' allows ${shown(refused)}, which ${place} refuses.`,
      fix: `Remove ${shown(refused)} from enumValues, or let the database take it; it takes ${shown(allowed)}.`,
    })
  }
  if (unused.length > 0) {
    findings.push({
      code: 'enum_value_unused',
      severity: 'warning',
      message: `Field '${field.name}' does not allow ${shown(unused)}, which ${place} takes.`,
      fix: `Add ${shown(unused)} to enumValues, unless callers must not use it.`,
    })
  }
  return findings
}

/** The texts that the database takes, where it lists them. */
function allowedValues({ column, checked }: CheckedField): readonly string[] | undefined {
  const checkedValues = checked.values?.filter((value) => typeof value === 'string')
  if (checkedValues === undefined || (checkedValues.length === 0 && checked.values?.length !== 0)) {
    return column.enumValues
  }
  return column.enumValues?.filter((value) => checkedValues.includes(value)) ?? checkedValues
}

function shown(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ')
}
