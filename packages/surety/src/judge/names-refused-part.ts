/** Longer answers tell of more than the part that was refused. */
const LONGEST = 300
const NOUN = '(?:param(?:eter)?|argument|field|value|property|input|option)'

/** Does a short text refuse this very property: "missing name", "the name must be a text"? */
export function namesRefusedPart(text: string, pointer: string): boolean {
  const key = pointer.split('/').findLast((step) => step !== '' && !/^\d+$/.test(step))
  if (key === undefined || text.length > LONGEST) return false
  const name = String.raw`["'\`]?\b${key.replaceAll(/[^\w-]/g, '.')}\b["'\`]?`
  const after = String.raw`${name}(?: ${NOUN})?(?:(?: (?:is|are|was))? (?:required|needed|missing|invalid|mandatory|not (?:an?|valid|provided|given|supported|allowed)\b)| (?:must|should|has to|needs to|cannot|can['’]t) be\b|: (?:required|missing|invalid|expected|must be)\b)`
  const before = String.raw`\b(?:missing|invalid|wrong|unsupported|provide|specify|supply|expected|not a valid)(?: [\w'"\`]+){0,4}? ${name}`
  return new RegExp(`${after}|${before}`, 'i').test(text)
}
