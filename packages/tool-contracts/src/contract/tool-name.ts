export const MAX_NAME = 128

const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Can a tool be called that: visible, without spaces, not too long? */
export function isToolName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME && !INVISIBLE.test(value)
}
