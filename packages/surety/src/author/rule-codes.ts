/** The rules whose findings a contract can ignore. */
export const RULE_CODES: readonly string[] = [...codes('E', 1, 20), ...codes('W', 21, 29)]

function codes(letter: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${letter}${String(first + index).padStart(3, '0')}`)
}
