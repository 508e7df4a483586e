import type { ErrorCode, YAMLError } from 'yaml'

/** What the parser found, in a sentence that says what to do and quotes nothing: the file may be another one, with secrets. */
export function sentenceOf({ code, message }: YAMLError, at: string): string {
  if (/^\/[/*]/.test(at)) return NO_COMMENT
  return SENTENCES[code] ?? `${unquoted(message)}. Correct what is written here.`
}

export const NO_COMMENT = 'Comments start with #, in JSON too: // and /* are not read as comments.'

/** The parser's own words, without what they quote of the file. */
function unquoted(message: string): string {
  const [said = ''] = message.split(/: | \\| [%!]|(?<=YAML version) /)
  return said
}

const TWO_PROPERTIES = 'A value can have only one tag and one anchor. Remove the others.'
const INDENT = 'The indentation is wrong. Let entries of one mapping or list start in one column.'

const SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: TWO_PROPERTIES,
  MULTIPLE_ANCHORS: TWO_PROPERTIES,
  MULTIPLE_TAGS: TWO_PROPERTIES,
  BAD_DIRECTIVE: 'The directive is unknown. Remove the line.',
  BAD_DQ_ESCAPE: 'The escape sequence is unknown. Write \\\\ for a backslash, or use single quotes.',
  BAD_INDENT: INDENT,
  BAD_SCALAR_START: 'The value starts with a character that has a meaning in YAML. Put it in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'A text with a colon and a space in it must be in quotes.',
  BLOCK_IN_FLOW: 'Something is missing between entries, such as a comma.',
  KEY_OVER_1024_CHARS: 'The key is too long.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line. Look for a missing colon, comma or quote.',
  RESOURCE_EXHAUSTION: 'It is nested too deep.',
  TAB_AS_INDENT: 'YAML cannot be indented with tabs. Use spaces.',
  TAG_RESOLVE_FAILED: 'Tags such as !name are not supported. Write the value without.',
  BAD_COLLECTION_TYPE: 'Tags such as !name are not supported. Write the value without.',
}
