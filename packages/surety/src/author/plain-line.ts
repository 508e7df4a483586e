import type { Places } from './places.ts'

/** A part of a line, and where it starts in the whole text. */
export interface Part {
  readonly content: string
  readonly start: number
}

/** What is left of a line: a word, a text in quotes, a `{mapping}` or a `[list]`; undefined where it is not plain. */
export function readRest(rest: Part, places: Places): unknown {
  if (!BRACKET_OR_QUOTE.test(rest.content)) return readWord(withoutComment(rest.content))
  const reader = new FlowReader(rest, places)
  const value = reader.value()
  return reader.isAtEnd() ? value : undefined
}

const BRACKET_OR_QUOTE = /^[[{"']/

function withoutComment(text: string): string {
  const start = text.indexOf(' #')
  return start === -1 ? text : text.slice(0, start).trimEnd()
}

/** A key that can be nothing else. */
const NAME = String.raw`(?!(?:true|false|null|__proto__)\b)[A-Za-z_$][\w$-]*`
const KEY = new RegExp(`^(${NAME}):(?: +|$)`, 'i')

/** The key that a line begins with, and what comes after it. */
export function readKey({ content, start }: Part): { readonly key: string; readonly rest: Part } | undefined {
  const [all = '', key] = KEY.exec(content) ?? []
  return key === undefined
    ? undefined
    : { key, rest: { content: content.slice(all.length), start: start + all.length } }
}

const NUMBER = /^(?:0|-?[1-9]\d{0,14})$|^-?(?:0|[1-9]\d{0,8})\.\d{1,6}$/
const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])
/** Might be a number or a word in another of YAML's notations. */
const DOUBTFUL = /^(?=.*\d)[-+.\d_e]+$|^0[box]|^\.(?:inf|nan)$|^(?:true|false|null)$/i
/** Starts like a text, and has nothing that would make it a key. */
const TEXT = /^[\w$/.^\u00A1-\uFFFD](?:[^:]|:(?=[^ ]))*$/

function readWord(text: string): unknown {
  if (NUMBER.test(text)) return Number(text)
  if (WORDS.has(text)) return WORDS.get(text)
  return TEXT.test(text) && !DOUBTFUL.test(text) ? text : undefined
}

const FLOW = {
  openMapping: /\{ */y,
  closeMapping: / *\}/y,
  openList: /\[ */y,
  closeList: / *\]/y,
  key: new RegExp(`${NAME}: +|"${NAME}": *|'${NAME}': *`, 'iy'),
  comma: / *, */y,
  quoted: /"[^"\\]*"|'[^']*'/y,
  word: /[^,:#[\]{}]+/y,
  end: / *$| +#.*$/y,
}
const NO_NAME = /[^\w$-]/g
const MAX_DEPTH = 16

/** Reads what is in brackets or quotes. */
class FlowReader {
  readonly #part: Part
  readonly #places: Places
  #at = 0

  constructor(part: Part, places: Places) {
    this.#part = part
    this.#places = places
  }

  value(depth = 0): unknown {
    if (depth > MAX_DEPTH) return undefined
    if (this.#take('openMapping') !== undefined) return this.#mapping(depth)
    if (this.#take('openList') !== undefined) return this.#list(depth)
    return this.#take('quoted')?.slice(1, -1) ?? readWord(this.#take('word')?.trimEnd() ?? '')
  }

  isAtEnd(): boolean {
    return this.#take('end') !== undefined
  }

  #mapping(depth: number): unknown {
    const found: Record<string, unknown> = {}
    if (this.#take('closeMapping') !== undefined) return found
    do {
      const start = this.#start
      const key = this.#take('key')?.replaceAll(NO_NAME, '')
      if (key === undefined || Object.hasOwn(found, key)) return undefined
      found[key] = this.value(depth + 1)
      if (found[key] === undefined) return undefined
      this.#places.note(found, key, start)
    } while (this.#take('comma') !== undefined)
    return this.#take('closeMapping') === undefined ? undefined : found
  }

  #list(depth: number): unknown {
    const found: unknown[] = []
    if (this.#take('closeList') !== undefined) return found
    do {
      this.#places.note(found, found.length, this.#start)
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      found.push(value)
    } while (this.#take('comma') !== undefined)
    return this.#take('closeList') === undefined ? undefined : found
  }

  get #start(): number {
    return this.#part.start + this.#at
  }

  #take(what: keyof typeof FLOW): string | undefined {
    const pattern = FLOW[what]
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#part.content) ?? []
    this.#at += found?.length ?? 0
    return found
  }
}
