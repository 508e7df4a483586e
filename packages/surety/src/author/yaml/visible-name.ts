import { type Reader, formed } from './reader.ts'

const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u
const MAX_NAME = 128

export const toolName: Reader<string> = visibleName("a tool's name")

/** A name without spaces and without characters that nobody sees; `what` says in messages what it names. */
export function visibleName(what: string): Reader<string> {
  return formed(
    `${what}: 1 to ${MAX_NAME} visible characters without spaces`,
    (text) => (isVisibleName(text) ? text : undefined),
    { minLength: 1, maxLength: MAX_NAME },
  )
}

export function isVisibleName(text: string): boolean {
  return text !== '' && text.length <= MAX_NAME && !INVISIBLE.test(text)
}
