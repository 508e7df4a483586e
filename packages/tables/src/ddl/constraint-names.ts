const MAX_BYTES = 63
const encoder = new TextEncoder()

/** Gives constraints names that no other has, as short as PostgreSQL wants them. In it, a unique constraint shares its names with tables. */
export function constraintNames(tableNames: readonly string[]): (parts: readonly string[], suffix: string) => string {
  const taken = new Set(tableNames.flatMap((name) => [name, `${name}_pkey`]))
  return (parts, suffix) => {
    for (let count = 1; ; count += 1) {
      const end = `_${suffix}${count === 1 ? '' : count}`
      const name = startOf(parts.join('_'), MAX_BYTES - end.length) + end
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
}

/** As many whole characters as there is room for. */
function startOf(text: string, bytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)
}
