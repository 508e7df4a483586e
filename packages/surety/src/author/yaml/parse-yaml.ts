import {
  type Alias,
  Composer,
  type Document,
  LineCounter,
  Parser,
  type YAMLMap,
  isMap,
  isScalar,
  isSeq,
  visit,
} from 'yaml'
import type { Place } from '../contract-file.ts'
import { MAX_DEPTH, deepToken, nestsTooDeep } from './nesting.ts'
import { type Path, offsetOf } from './offset-of.ts'
import { cut } from './reader.ts'

/** What is wrong with a file's text, at its place. */
export interface Fault extends Place {
  readonly message: string
  readonly fix?: string
}

/** One YAML document as plain data, and where everything in it stands. */
export interface ParsedYaml {
  /** Undefined where the text is so broken that nothing can be said of its content. */
  readonly value: unknown
  readonly faults: readonly Fault[]
  readonly locate: (path: Path) => Place
}

const MAX_FAULTS = 50
const MAX_ALIASES = 100
// Keys are compared below, in linear time.
const OPTIONS = {
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** Reads exactly one document of JSON-like data; never throws. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const fault = (offset: number, message: string, fix?: string): Fault => ({
    ...placeAt(offset),
    message,
    ...(fix === undefined ? {} : { fix }),
  })
  const broken = (faults: readonly Fault[]): ParsedYaml => ({
    value: undefined,
    faults: faults.slice(0, MAX_FAULTS),
    locate: () => placeAt(0),
  })

  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const deep = deepToken(tokens)
  if (deep !== undefined) return broken([fault(deep, TOO_DEEP)])

  const [document, second] = new Composer(OPTIONS).compose(tokens, true, text.length)
  if (document === undefined || document.contents === null) return broken([fault(0, 'The file is empty.')])
  const notation = [...document.errors, ...document.warnings].map((error) =>
    fault(error.pos[0], unquoted(error), 'Correct the YAML.'),
  )
  if (second !== undefined) {
    notation.push(fault(second.range[0], 'The file has several documents.', 'Write one file per document.'))
  }
  if (notation.length > 0) return broken(notation)

  const { value, reason } = expand(document, text)
  if (reason !== undefined) return broken([fault(firstAlias(document), reason, NO_ALIAS)])
  const faults = contentFaults(document.contents, fault)
  return { value, faults: faults.slice(0, MAX_FAULTS), locate: (path) => placeAt(offsetOf(document, path)) }
}

/** What a message of the parser's says, without what it quotes of the file: that may be a secret, and the place is told anyway. */
function unquoted({ message }: Error): string {
  const [said = ''] = message.split(QUOTED)
  return `${said}.`
}

const QUOTED = /: | \\| [%!]|(?<=YAML version) /

const NO_ALIAS = 'A * begins an alias: put a glob or text in quotes, and write the values of an alias out.'
const TOO_DEEP = `It is nested more than ${MAX_DEPTH} levels deep.`

/** The document as plain data, or why its aliases stand in the way. */
function expand(document: Document, text: string): { readonly value?: unknown; readonly reason?: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    return text.includes('*') && nestsTooDeep(value) ? { reason: TOO_DEEP } : { value }
  } catch (error) {
    return { reason: error instanceof Error ? unquoted(error) : 'Its aliases cannot be expanded.' }
  }
}

function firstAlias(document: Document): number {
  let offset = 0
  visit(document, {
    Alias(_, alias: Alias) {
      offset = alias.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}

/** A whole number in any notation. */
const WHOLE = /^[-+]?(?:\d+|0x[\da-f]+|0o[0-7]+)$/i

type Say = (offset: number, message: string, fix?: string) => Fault

/** What YAML can write and JSON cannot carry. */
function contentFaults(node: unknown, fault: Say): Fault[] {
  if (isMap(node)) return [...keyFaults(node, fault), ...node.items.flatMap(({ value }) => contentFaults(value, fault))]
  if (isSeq(node)) return node.items.flatMap((item) => contentFaults(item, fault))
  if (!isScalar(node) || typeof node.value !== 'number') return []
  const { value, source = '', range } = node
  const isExact = !WHOLE.test(source) || Number.isSafeInteger(value)
  if (Number.isFinite(value) && isExact) return []
  return [fault(range?.[0] ?? 0, 'The number cannot be carried by JSON.', 'Put it in quotes.')]
}

function keyFaults({ items, range }: YAMLMap, fault: Say): Fault[] {
  const seen = new Set<string>()
  return items.flatMap(({ key }) => {
    if (!isScalar(key) || key.value === null) return [fault(range?.[0] ?? 0, 'A key must be text.')]
    const offset = key.range?.[0] ?? 0
    const { value }: { readonly value: unknown } = key
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const { source = text } = key
    if (typeof value !== 'string' && text !== source)
      return [fault(offset, `The key ${cut(source)} would be read as '${cut(text)}'.`, 'Put it in quotes.')]
    if (seen.has(text)) return [fault(offset, `The key '${cut(text)}' is there twice.`, 'Keep one of them.')]
    seen.add(text)
    return []
  })
}
