import type { FieldConfig, FieldOf } from '../config/field-config.ts'

/** A field that allows whatever either allows; the first, where their types have nothing in common. */
export function loosest(one: FieldConfig, other: FieldConfig): FieldConfig {
  if (one.dataType === 'enum' && other.dataType === 'enum') {
    return { ...one, enumValues: [...new Set([...one.enumValues, ...other.enumValues])] }
  }
  if (one.dataType === 'integer' && other.dataType === 'integer') return { ...bare(one), ...bounds(one, other) }
  if (one.dataType === 'numeric' && other.dataType === 'numeric') {
    return { ...bare(one), ...bounds(one, other), ...digits(one, other) }
  }
  const texts = [asText(one), asText(other)] as const
  if (texts[0] === undefined || texts[1] === undefined) return one
  const minLength = looser(texts[0].minLength, texts[1].minLength, Math.min)
  const maxLength = looser(texts[0].maxLength, texts[1].maxLength, Math.max)
  return {
    ...bare(texts[0]),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

type Bounded = { readonly min?: number | undefined; readonly max?: number | undefined }

function bounds(one: Bounded, other: Bounded): { readonly min?: number; readonly max?: number } {
  const min = looser(one.min, other.min, Math.min)
  const max = looser(one.max, other.max, Math.max)
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function digits(
  one: FieldOf<'numeric'>,
  other: FieldOf<'numeric'>,
): { readonly precision?: number; readonly scale?: number } {
  if (one.precision === undefined || other.precision === undefined) return {}
  const scale = Math.max(one.scale ?? 0, other.scale ?? 0)
  const whole = Math.max(one.precision - (one.scale ?? 0), other.precision - (other.scale ?? 0))
  return { precision: whole + scale, scale }
}

function asText(field: FieldConfig): FieldOf<'text'> | undefined {
  if (field.dataType === 'text') return field
  if (field.dataType !== 'enum') return undefined
  const maxLength = Math.max(...field.enumValues.map((value) => Array.from(value).length))
  return { ...bare(field), dataType: 'text', maxLength }
}

type Bare<Field extends FieldConfig> = Pick<Field, 'name' | 'label' | 'required' | 'dataType'>

function bare<Field extends FieldConfig>({ name, label, required, dataType }: Field): Bare<Field> {
  return { name, label, required, dataType }
}

function looser(
  one: number | undefined,
  other: number | undefined,
  choose: (a: number, b: number) => number,
): number | undefined {
  return one === undefined || other === undefined ? undefined : choose(one, other)
}
