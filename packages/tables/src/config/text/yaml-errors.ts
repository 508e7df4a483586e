import type { ErrorCode, YAMLError } from 'yaml'

/** What is wrong with the notation, in a sentence that says what to do and quotes nothing: the file may be another one, with secrets. */
export function sentenceOf({ code, message }: YAMLError, at: string): string {
  if (/^\/[/*]/.test(at)) return NO_COMMENT
  const [, sentence] = MESSAGES.find(([pattern]) => pattern.test(message)) ?? []
  return sentence ?? CODES[code] ?? UNEXPECTED
}

export const NO_COMMENT = 'Comments start with #, in JSON too: // and /* are not read as comments.'

/** Does the parser lose its way here, so that what it says of later lines means nothing? */
export function misleads({ code }: YAMLError): boolean {
  return !HARMLESS.has(code)
}

const HARMLESS: ReadonlySet<ErrorCode> = new Set([
  'ALIAS_PROPS',
  'BAD_DIRECTIVE',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_TAGS',
  'TAG_RESOLVE_FAILED',
])

const UNEXPECTED =
  'Something stands here that YAML does not expect. Look for a missing quote, comma or bracket before it.'
const INDENT = 'The indentation is wrong. Let the entries of one mapping or list start in the same column.'
const PROPERTIES = 'A value can have only one tag and one anchor. Remove the others.'
const TAG = 'Tags such as !name are not supported. Write the value without.'

const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/end with a [}\]]/, 'A bracket is not closed. Close it before this place.'],
  [/Missing closing/, 'A text in quotes is not closed before this place. Close it.'],
  [/Sequence item without/, INDENT],
  [/followed by map values/, 'A colon and a space are missing behind the key.'],
  [/Missing , /, 'A comma is missing between two entries.'],
]

const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: PROPERTIES,
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: 'The directive is unknown. Remove the line.',
  BAD_DQ_ESCAPE: 'The escape sequence is unknown. Write \\\\ for a backslash, or use single quotes.',
  BAD_INDENT: INDENT,
  BAD_SCALAR_START: 'The value starts with a character that has a meaning in YAML. Put it in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'A text with a colon and a space in it must be in quotes.',
  BLOCK_IN_FLOW: 'A comma or a bracket is missing before this place.',
  KEY_OVER_1024_CHARS: 'The key is too long. Shorten it.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line. Look for a missing colon, comma or quote.',
  MULTIPLE_ANCHORS: PROPERTIES,
  MULTIPLE_TAGS: PROPERTIES,
  TAB_AS_INDENT: 'YAML cannot be indented with tabs. Use spaces.',
  TAG_RESOLVE_FAILED: TAG,
}
