import { Composer, type Document, LineCounter, Parser, isNode } from 'yaml'
import type { Fault } from '../fault.ts'
import { type TextFault, commentFaults, contentFaults, firstAlias } from './content-faults.ts'
import { TOO_DEEP, deepToken } from './nesting.ts'
import { offsetsIn } from './places.ts'
import { sentenceOf } from './yaml-errors.ts'

/** One document of YAML or JSON as plain data, and where everything in it stands. */
export interface ParsedText {
  /** Undefined where the text is so broken that nothing can be said of its content. */
  readonly value: unknown
  readonly faults: readonly TextFault[]
  readonly offsetOf: (fault: Pick<Fault, 'path' | 'part'>) => number
  readonly placeAt: (offset: number) => Place
}

/** Both count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

const MAX_ALIASES = 100
// Keys are compared in content-faults.ts, in linear time.
const OPTIONS = {
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** Reads exactly one document; never throws. JSON is read as the YAML that it is. */
export function parseText(text: string): ParsedText {
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const broken = (faults: readonly Omit<TextFault, 'path'>[]): ParsedText => ({
    value: undefined,
    faults: faults.map((fault) => ({ ...fault, path: [] })),
    offsetOf: () => 0,
    placeAt,
  })

  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const deep = deepToken(tokens)
  if (deep !== undefined) return broken([{ offset: deep, message: TOO_DEEP }])

  const [document, second] = new Composer(OPTIONS).compose(tokens, true, text.length)
  if (document === undefined || !isNode(document.contents)) {
    return broken([{ offset: 0, message: 'The file is empty. Write `version` and `tables` into it.' }])
  }
  const notation = [...notationFaults(document, text), ...commentFaults(document.contents)]
  if (second !== undefined) notation.push({ offset: second.range[0], message: SEVERAL })
  if (notation.length > 0) return broken(notation)

  const value = expand(document)
  if (value === undefined) return broken([{ offset: firstAlias(document.contents), message: ALIASES }])
  return { value, faults: contentFaults(document.contents), offsetOf: offsetsIn(document), placeAt }
}

const SEVERAL = 'The file has several documents. Remove this line and put everything into one.'
const ALIASES = 'The aliases cannot be expanded: one has no anchor, or there are too many. Write the values out.'

function notationFaults({ errors, warnings }: Document, text: string): Omit<TextFault, 'path'>[] {
  return [...errors, ...warnings].map((error) => {
    const [offset] = error.pos
    return { offset, message: sentenceOf(error, text.slice(offset, offset + 2)) }
  })
}

/** The document as plain data; undefined where its aliases stand in the way. */
function expand(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch {
    return undefined
  }
}
