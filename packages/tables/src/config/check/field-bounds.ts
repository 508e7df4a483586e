import type { Fault } from '../fault.ts'
import type { FieldConfig } from '../field-config.ts'

type FieldFault = Pick<Fault, 'path' | 'message'>

/** Can any value satisfy the field at all? Paths start at the field. */
export function boundFaults(field: FieldConfig): readonly FieldFault[] {
  switch (field.dataType) {
    case 'text':
      return crossed('minLength', field.minLength, 'maxLength', field.maxLength)
    case 'integer':
      return crossed('min', field.min, 'max', field.max)
    case 'numeric':
      return [
        ...crossed('min', field.min, 'max', field.max),
        ...crossed('scale', field.scale, 'precision', field.precision),
      ]
    case 'datetime':
      return crossed('minDate', instant(field.minDate), 'maxDate', instant(field.maxDate))
    case 'enum':
      return repeated(field.enumValues)
    case 'boolean':
    case 'json':
      return []
  }
}

function crossed(
  low: string,
  least: number | undefined,
  high: string,
  most: number | undefined,
): readonly FieldFault[] {
  if (least === undefined || most === undefined || least <= most) return []
  return [{ path: [low], message: `'${low}' must not be greater than '${high}'.` }]
}

function instant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

function repeated(values: readonly string[]): readonly FieldFault[] {
  const seen = new Set<string>()
  return values.flatMap((value, index) => {
    const isRepeated = seen.has(value)
    seen.add(value)
    const path = ['enumValues', index]
    return isRepeated ? [{ path, message: `'enumValues[${index}]' is in the list already. Remove it.` }] : []
  })
}
