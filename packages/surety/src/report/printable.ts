// All that can move the cursor, reorder a line, hide in it or end it; the two joiners that scripts and emoji need stay.
const UNPRINTABLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu
const UNPRINTABLE_IN_LINES = /(?![\n\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu

// `##[error]`, `##vso[…]`, `##teamcity[…]`: CI systems obey these wherever they stand in a line.
const CI_COMMAND = /##(?=\w*\[)/g

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A stranger's text as one line that commands neither the terminal nor the CI system it is printed by. */
export function printable(text: string): string {
  return inert(text.replace(UNPRINTABLE, (char) => SHORT[char] ?? escaped(char)).replace(CI_COMMAND, '#\\u0023'))
}

/** The lines with no `::` at the start of any, where GitHub would take it for a command. */
export function inert(lines: string): string {
  return lines.replace(/^(\s*):(?=:)/gm, '$1\\u003a')
}

/** As {@link printable}, but line breaks stay line breaks. */
export function printableLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(printable)
}

/** JSON for a file or a terminal: the same value, but no character in it can command whoever prints it. */
export function printableJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
  return `${text.replace(UNPRINTABLE_IN_LINES, utf16).replace(CI_COMMAND, '#\\u0023')}\n`
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : utf16(char)
}

function utf16(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  )
}
