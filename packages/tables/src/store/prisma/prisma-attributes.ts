import type { SchemaAttribute, SchemaLine, SchemaValue } from './prisma-schema.ts'

export function attributeOf({ attributes }: Pick<SchemaLine, 'attributes'>, name: string): SchemaAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name)
}

/** The argument of this name; the one without a name where none is asked for. */
export function argumentOf(attribute: SchemaAttribute | undefined, name?: string): SchemaValue | undefined {
  return attribute?.arguments.find((argument) => argument.name === name)?.value
}

/** The same where it is a text, a name or a number. */
export function textArgumentOf(attribute: SchemaAttribute | undefined, name?: string): string | undefined {
  const value = argumentOf(attribute, name)
  return typeof value === 'string' ? value : undefined
}

/** The fields that an attribute of the block lists: `[userId, timestamp(sort: Desc)]`. */
export function fieldsOf(attribute: SchemaAttribute | undefined): readonly string[] {
  const list = argumentOf(attribute, 'fields') ?? argumentOf(attribute)
  return Array.isArray(list) ? list.map(written) : []
}

/** The name in the database: of a field, a model or a value of an enum. */
export function mappedName(line: Pick<SchemaLine, 'attributes'>, name: string): string {
  return textArgumentOf(attributeOf(line, 'map')) ?? name
}

/** A value without what stands in its parentheses. */
export function written(value: SchemaValue): string {
  if (typeof value === 'string') return value
  return 'call' in value ? value.call : value.map(written).join(', ')
}
