/** A shorter secret is hidden only as a word of its own: anywhere else it would take the text apart. */
export const SHORT = 4
/** As many characters of a longer one tell it from any other text, even where it is cut off. */
const HEAD = 64
/** A pattern for all the rest of it would be too much for an engine from here on. */
const MAX_SPELT = 4096
const MAX_PATTERN = 32_768
const MIN_BASE64_BYTES = 6

const WORD_START = String.raw`(?<=^|[^\p{L}\p{N}]|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})`
const WORD_END = String.raw`(?![\p{L}\p{N}])`

export type Span = readonly [from: number, to: number]

/** Finds a secret in texts: as it is, in any letter case, and as JSON, URLs, HTML and base64 spell it. */
export function finderOf(secret: string): (text: string, lowerCase: string) => readonly Span[] {
  const anchor = anchorOf(secret.slice(0, HEAD))
  const encoded = base64Of(
    Array.from(secret.slice(0, 2 * HEAD))
      .slice(0, HEAD)
      .join(''),
  )
  let pattern: RegExp | undefined
  return (text, lowerCase) => {
    // A pattern costs much more than these two questions, and most texts have no secret.
    if (!lowerCase.includes(anchor) && !encoded.some((core) => text.includes(core))) return []
    pattern ??= patternOf(secret, encoded)
    return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => [index, index + length] as const)
  }
}

/** The longest run of characters that every spelling but base64 leaves as they are, in small letters. */
function anchorOf(secret: string): string {
  const runs = secret.toLowerCase().match(/[a-z\d]+/g) ?? []
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}

function patternOf(secret: string, encoded: readonly string[]): RegExp {
  const parts = partsOf(Array.from(secret.slice(0, MAX_SPELT)))
  const head = parts.slice(0, HEAD).join('')
  if (secret.length < SHORT) return new RegExp(`${WORD_START}${head}${WORD_END}`, 'giu')
  const rest = parts.slice(HEAD).join('')
  const isSpelt = secret.length <= MAX_SPELT && rest.length <= MAX_PATTERN
  const plain = rest === '' ? head : `${head}(?:${isSpelt ? `${rest}|` : ''}[^]*)`
  const cores = encoded.map((core) => `${core.replaceAll('+', '\\+')}[\\w+/=-]*`)
  return new RegExp([plain, ...cores].join('|'), 'giu')
}

/** One part for each character and each run of backslashes: no two could share the backslashes of a text between them. */
function partsOf(characters: readonly string[]): string[] {
  const parts: string[] = []
  for (const [index, character] of characters.entries()) {
    const previous = characters[index - 1]
    if (character !== '\\') parts.push(spellings(character, previous))
    else if (previous !== '\\') parts.push(`${notInsideRun(previous)}${BACKSLASHES}`)
  }
  return parts
}

const BACKSLASHES = String.raw`(?:\\+|(?:%(?:25)*5c)+)`

/** Starts at the first backslash of a run: trying each of them would take the square of their number. */
function notInsideRun(previous: string | undefined): string {
  return previous === undefined ? String.raw`(?<!\\)` : ''
}

const ESCAPES: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' }

function spellings(character: string, previous: string | undefined): string {
  if (/^[a-z\d]$/i.test(character)) return character
  const escaped = previous === '\\' ? '' : String.raw`\\+`
  const maybeEscaped = previous === '\\' ? '' : String.raw`\\*`
  const units = Array.from({ length: character.length }, (_, index) => `u${hex(character.charCodeAt(index), 4)}`)
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%(?:25)*${hex(byte, 2)}`)
  const escapes = [units.join(String.raw`\\+`), ESCAPES[character] ?? []].flat()
  const all = [bytes.join(''), `${escaped}(?:${escapes.join('|')})`]
  if (`&<>"'`.includes(character)) all.push(String.raw`&(?:amp;)*#?\w{2,6};`)
  if (character === ' ') all.push(String.raw`\+`)
  // Last: what an encoding begins with may be the character itself.
  all.push(`${maybeEscaped}\\u{${hex(character.codePointAt(0) ?? 0, 1)}}`)
  return `${notInsideRun(previous)}(?:${all.join('|')})`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The characters that only the secret decides, at each of the three places where it can begin in a group. */
function base64Of(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  if (bytes.length < MIN_BASE64_BYTES) return []
  const cores = [0, 2, 4].map((start) => {
    let core = ''
    for (let bit = start; bit + 6 <= bytes.length * 8; bit += 6) core += ALPHABET[sextet(bytes, bit)]
    return core
  })
  return cores.flatMap((core) => {
    const inUrls = core.replaceAll('+', '-').replaceAll('/', '_')
    return inUrls === core ? [core] : [core, inUrls]
  })
}

function sextet(bytes: Uint8Array, bit: number): number {
  const byte = bit >> 3
  const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0)
  return (pair >> (10 - (bit & 7))) & 63
}
