/** Can every database store the text? Not with NUL, nor with half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Can every database store the JSON value, keys included? */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isStorableJson)
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item))
}

/** How many characters the text has, as databases and JSON Schema count: an emoji is one. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
