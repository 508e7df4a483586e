import type { PrismaField } from './prisma-model.ts'
import type { FieldValue } from '../table-store.ts'

/** A value as the client takes it in this field. */
export function prismaValue({ type, enumNames }: PrismaField, value: FieldValue): unknown {
  if (typeof value === 'object') return value
  if (enumNames !== undefined) return enumNames.get(String(value)) ?? value
  if (type === 'DateTime') return new Date(String(value))
  if (type === 'BigInt') return BigInt(value)
  return type === 'Decimal' ? String(value) : value
}

/**
 * Whether the client would take a part of a JSON value for something of its own: it knows parameters of raw queries and decimals
 * by these keys, and would store another value or break.
 */
export function isMisreadByPrisma(json: unknown): boolean {
  const parts: unknown[] = [json]
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    if (Object.hasOwn(part, '__prismaRawParameters__') || Object.hasOwn(part, 'toStringTag')) return true
    // One by one: a call with a million arguments overflows the stack.
    for (const inner of Object.values(part)) parts.push(inner)
  }
  return false
}
