/** The type without length or precision: a cast to `varchar(3)` would cut what an insert refuses. */
export function unmodifiedType(type: string): string {
  // `character` alone means one character.
  if (type.startsWith('character')) return 'text'
  return type.replaceAll(/("[^"]*")|\([^)]*\)/g, (_, quoted: string | undefined) => quoted ?? '')
}
