/** A block of a schema.prisma: `model User { … }`. */
export interface SchemaBlock {
  readonly keyword: string
  readonly name: string
  readonly lines: readonly SchemaLine[]
}

/** A field, a value of an enum, or attributes of the whole block. */
export interface SchemaLine {
  /** What stands before the attributes: `['notes', 'String', '?']`. */
  readonly words: readonly string[]
  readonly attributes: readonly SchemaAttribute[]
}

export interface SchemaAttribute {
  /** Without its `@`. */
  readonly name: string
  readonly arguments: readonly SchemaArgument[]
}

interface SchemaArgument {
  readonly name: string | undefined
  readonly value: SchemaValue
}

/** A text, a name or a number; a list; or a call, such as `uuid(7)`. */
export type SchemaValue =
  | string
  | readonly SchemaValue[]
  | { readonly call: string; readonly arguments: readonly SchemaArgument[] }

const COMMENT = /^\/[/*]/
const TOKEN = /\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|@@?[\w.]+|[\p{L}\p{N}_.+-]+|\n|\S/gu

/** The blocks of a schema that Prisma has found valid. */
export function parsePrismaSchema(text: string): readonly SchemaBlock[] {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !COMMENT.test(token))
  const blocks: SchemaBlock[] = []
  let start = 0
  while (start < tokens.length) {
    const open = tokens.indexOf('{', start)
    const close = tokens.indexOf('}', open)
    if (open === -1 || close === -1) break
    const [keyword = '', name = ''] = tokens.slice(start, open).filter((token) => token !== '\n')
    blocks.push({ keyword, name, lines: linesOf(tokens.slice(open + 1, close)).map(parseLine) })
    start = close + 1
  }
  return blocks
}

function linesOf(tokens: readonly string[]): string[][] {
  const lines: string[][] = [[]]
  for (const token of tokens) {
    if (token === '\n') lines.push([])
    else lines.at(-1)?.push(token)
  }
  return lines.filter((line) => line.length > 0)
}

function parseLine(tokens: readonly string[]): SchemaLine {
  const first = tokens.findIndex((token) => token.startsWith('@'))
  const reader = { tokens: first === -1 ? [] : tokens.slice(first), at: 0 }
  const attributes: SchemaAttribute[] = []
  while (reader.at < reader.tokens.length) {
    const token = take(reader)
    if (token.startsWith('@')) attributes.push({ name: token.replace(/^@+/, ''), arguments: parseArguments(reader) })
  }
  return { words: first === -1 ? tokens : tokens.slice(0, first), attributes }
}

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

function take(reader: Reader): string {
  return reader.tokens[reader.at++] ?? ''
}

/** Whether this token comes next, which is then behind us. */
function skips(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false
  reader.at++
  return true
}

function parseArguments(reader: Reader): readonly SchemaArgument[] {
  if (!skips(reader, '(')) return []
  return untilClosed(reader, ')', () => {
    const named = reader.tokens[reader.at + 1] === ':'
    const name = named ? take(reader) : undefined
    if (named) reader.at++
    return { name, value: parseValue(reader) }
  })
}

function parseValue(reader: Reader): SchemaValue {
  if (skips(reader, '[')) return untilClosed(reader, ']', () => parseValue(reader))
  const token = take(reader)
  if (token.startsWith('"')) return String(JSON.parse(token))
  return reader.tokens[reader.at] === '(' ? { call: token, arguments: parseArguments(reader) } : token
}

function untilClosed<Item>(reader: Reader, close: string, parse: () => Item): readonly Item[] {
  const items: Item[] = []
  while (reader.at < reader.tokens.length && !skips(reader, close)) if (!skips(reader, ',')) items.push(parse())
  return items
}
