// Controls, marks that reorder text, and all that is there without being seen: what hides a sentence from its reader.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** The text as one line with an escape in place of every character that a reader would not see. */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, escaped)
}

/** The text in ASCII. */
export function ascii(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, escaped)
}

/** As JSON escapes it. */
function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  )
}
