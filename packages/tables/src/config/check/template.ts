import { type Fault, quoted } from '../fault.ts'
import { templateFields } from '../success-template.ts'
import type { TableOutline } from './outline.ts'
import { suggester } from './suggest.ts'

/** Does a success message show fields of its table alone, and none that is sensitive? */
export function templateFaults({ path, successMessage = '', fields, fieldNames }: TableOutline): readonly Fault[] {
  const suggest = suggester(fieldNames ?? [])
  const names = new Set(templateFields(successMessage))
  return [...names].flatMap((name) => {
    const message = reason(name)
    return message === undefined ? [] : [{ path: [...path, 'successMessage'], part: 'value' as const, message }]
  })

  function reason(name: string): string | undefined {
    const field = fields.find((known) => known.name === name)
    if (field?.isSensitive === true) return `'successMessage' must not show ${quoted(name)}: the field is sensitive.`
    if (field !== undefined || fieldNames === undefined) return undefined
    return `'successMessage' names ${quoted(`{${name}}`)}, which is no field of this table.${suggest(name)}`
  }
}
