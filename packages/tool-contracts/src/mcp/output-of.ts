import { isRecord } from '../contract/record.ts'

/** The parts of a `tools/call` result that can say what its tool put out. */
export interface Said {
  readonly content?: unknown
  readonly structuredContent?: unknown
}

/**
 * What does a result say as its tool's output? Structured content, else its text: as data where that is JSON, unless
 * only the text itself is wanted. A server without structured output often answers JSON as text.
 */
export function outputOf(result: Said, isWanted: (output: unknown) => boolean): unknown {
  return result.structuredContent ?? textOutput(textIn(result), isWanted)
}

function textOutput(text: string, isWanted: (output: unknown) => boolean): unknown {
  const data = jsonIn(text)
  if (data === undefined) return text
  return !isWanted(data) && isWanted(text) ? text : data
}

/** All text of the result. */
export function textIn(result: Said): string {
  return textsIn(result).join('')
}

/** What each of its text blocks says. */
export function textsIn({ content }: Said): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  return blocks.flatMap((block) => (isText(block) && typeof block['text'] === 'string' ? [block['text']] : []))
}

export function isText(block: unknown): block is Readonly<Record<string, unknown>> {
  return isRecord(block) && block['type'] === 'text'
}

/** The data the text is JSON of, if it is. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
