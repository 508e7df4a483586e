/** JSON as people write it: what fits on a line is on one. */
export function layout(value: unknown, columns: number, indent: string = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = Object.entries(value).map(([key, field]) => {
    const text = layout(field, columns, inner)
    return isList ? text : `${JSON.stringify(key)}: ${text}`
  })
  if (parts.length === 0) return isList ? '[]' : '{}'
  const flat = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (!flat.includes('\n') && indent.length + flat.length <= columns) return flat
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`
}
