import { type SqlToken, sqlTokens } from './sql-tokens.ts'

/** A place in a SQL text, for a parser that goes forward and at times back. */
export class TokenCursor {
  readonly #tokens: readonly SqlToken[]
  #place = 0

  constructor(text: string) {
    this.#tokens = sqlTokens(text)
  }

  get next(): SqlToken | undefined {
    return this.#tokens[this.#place]
  }

  get atEnd(): boolean {
    return this.#place === this.#tokens.length
  }

  get place(): number {
    return this.#place
  }

  returnTo(place: number): void {
    this.#place = place
  }

  /** Takes the next token, where it is of this kind. */
  take(...kinds: readonly SqlToken['kind'][]): SqlToken | undefined {
    const { next } = this
    if (next === undefined || !kinds.includes(next.kind)) return undefined
    this.#place += 1
    return next
  }

  /** Takes the symbol, where it is next. */
  symbol(symbol: string): boolean {
    if (this.next?.kind !== 'symbol' || this.next.value !== symbol) return false
    this.#place += 1
    return true
  }

  /** Takes the words, where they are all next. */
  words(...words: readonly string[]): boolean {
    const found = words.every((word, index) => {
      const token = this.#tokens[this.#place + index]
      return token?.kind === 'word' && token.value.toUpperCase() === word
    })
    if (found) this.#place += words.length
    return found
  }
}
