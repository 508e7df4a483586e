import type { Path } from './offset-of.ts'
import type { ParsedYaml } from './parse-yaml.ts'
import { Places } from './places.ts'
import { type Part, readKey, readRest } from './plain-line.ts'

/**
 * A file written the plain way: block mappings and lists, and values that fit on their line.
 * Undefined where it has anything else, or anything wrong: then the whole language is needed.
 */
export function plainYaml(text: string): ParsedYaml | undefined {
  if (FOREIGN.test(text)) return undefined
  const lines = linesOf(text)
  const [first] = lines
  if (first === undefined || !lines.every(isOrdinary)) return undefined
  const places = new Places(text)
  const value = new BlockReader(lines, places).whole()
  if (value === undefined) return undefined
  return { value, faults: [], locate: (path: Path) => places.find(value, path, first.start) }
}

/** Tabs, what no editor shows, and what only JavaScript takes for a space. */
const FOREIGN = /[^\n\x20-\x7E\u00A1-\u2027\u202A-\uFEFE\uFF00-\uFFFD]|(?![\n ])\s/

interface Line extends Part {
  readonly indent: number
}

/** The lines that say something. */
function linesOf(text: string): Line[] {
  let start = 0
  const lines = text.split('\n').map((line) => {
    const content = line.trimStart()
    const indent = line.length - content.length
    start += line.length + 1
    return { indent, content: content.trimEnd(), start: start - content.length - 1 }
  })
  return lines.filter(({ content }) => content !== '' && !content.startsWith('#'))
}

function isOrdinary({ indent, content }: Line): boolean {
  return indent <= 40 && content.length <= 1000
}

const END: Line = { indent: -1, content: '', start: 0 }
const DASH = /^- +/

class BlockReader {
  readonly #lines: Line[]
  readonly #places: Places
  #next = 0

  constructor(lines: Line[], places: Places) {
    this.#lines = lines
    this.#places = places
  }

  whole(): object | undefined {
    const value = this.#block(0)
    // A line that is indented like no block goes on with the one before it.
    return this.#line === END ? value : undefined
  }

  get #line(): Line {
    return this.#lines[this.#next] ?? END
  }

  #block(indent: number): object | undefined {
    return DASH.test(this.#line.content) ? this.#list(indent) : this.#mapping(indent)
  }

  #mapping(indent: number): object | undefined {
    const found: Record<string, unknown> = {}
    for (let line = this.#line; line.indent === indent; line = this.#line) {
      const read = readKey(line)
      if (read === undefined || Object.hasOwn(found, read.key)) return undefined
      this.#next++
      const value = this.#value(read.rest, indent)
      if (value === undefined) return undefined
      found[read.key] = value
      this.#places.note(found, read.key, line.start)
    }
    return found
  }

  /** The value of a key: behind it, below it or nothing. */
  #value(rest: Part, indent: number): unknown {
    if (rest.content !== '' && !rest.content.startsWith('#')) return readRest(rest, this.#places)
    const { indent: below, content } = this.#line
    if (below > indent) return this.#block(below)
    return below === indent && DASH.test(content) ? this.#list(indent) : null
  }

  #list(indent: number): object | undefined {
    const found: unknown[] = []
    for (let line = this.#line; line.indent === indent; line = this.#line) {
      const [dash] = DASH.exec(line.content) ?? []
      if (dash === undefined) break
      const start = line.start + dash.length
      const value = this.#item({ content: line.content.slice(dash.length), start, indent: indent + dash.length })
      if (value === undefined) return undefined
      this.#places.note(found, found.length, start)
      found.push(value)
    }
    return found
  }

  #item(item: Line): unknown {
    if (readKey(item) === undefined) {
      this.#next++
      return readRest(item, this.#places)
    }
    this.#lines[this.#next] = item
    return this.#mapping(item.indent)
  }
}
