import { Composer, type Document, LineCounter, Parser, isNode, visit } from 'yaml'
import type { Fault } from '../fault.ts'
import { type TextFault, aliasFault, commentFaults, contentFaults } from './content-faults.ts'
import { TOO_DEEP, deepToken } from './nesting.ts'
import { keyText } from './nodes.ts'
import { offsetsIn } from './places.ts'
import { misleads, sentenceOf } from './yaml-errors.ts'

/** One document of YAML or JSON as plain data, and where everything in it stands. */
export interface ParsedText {
  /** Undefined where the text is so broken that nothing can be said of its content. */
  readonly value: unknown
  readonly faults: readonly TextFault[]
  readonly offsetOf: (fault: Pick<Fault, 'path' | 'part'>) => number
  readonly placeAt: (offset: number) => Place
}

/** Both count from 1. */
interface Place {
  readonly line: number
  readonly column: number
}

/** Of one anchor, with those that are within each other multiplied. */
const MAX_ALIASES = 1000
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
  const comments = commentFaults(document.contents)
  // They are where the other problems come from.
  const notation = comments.length > 0 ? [...comments] : notationFaults(document, text)
  if (second !== undefined) notation.push({ offset: second.range[0], message: SEVERAL })
  if (notation.length > 0) return broken(notation)

  const faults = contentFaults(document.contents)
  // A key that is no text has been told of, and is nothing that JSON could have.
  visit(document, { Pair: (_, { key }) => (keyText(key) === undefined ? visit.REMOVE : undefined) })
  const value = expand(document)
  if (value === undefined) return broken([aliasFault(document.contents)])
  return { value, faults, offsetOf: offsetsIn(document), placeAt }
}

const SEVERAL = 'The file has several documents. Remove this line and put everything into one.'

function notationFaults({ errors, warnings }: Document, text: string): Omit<TextFault, 'path'>[] {
  const found = [...errors, ...warnings].toSorted((one, other) => one.pos[0] - other.pos[0])
  const last = found.findIndex(misleads)
  return found.slice(0, last < 0 ? found.length : last + 1).map((error) => {
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
