import type { Place } from '../../author/contract-file.ts'

/** What a file of code asks for by name. */
export interface Import extends Place {
  readonly specifier: string
}

/**
 * The imports, re-exports and `require`s of a text in JavaScript or TypeScript whose names are written out, without those of types. To say
 * what is wrong before the code is run: what it overlooks finds nothing, because code sees no more than its module.
 */
export function importsIn(text: string): readonly Import[] {
  const found: Import[] = []
  for (const match of text.matchAll(TOKENS)) {
    const { specifier } = match.groups ?? {}
    if (specifier === undefined) continue
    const before = text.slice(0, match.index + match[0].lastIndexOf(specifier) - 1)
    const line = before.split('\n').length
    found.push({ specifier: unescaped(specifier), line, column: before.length - before.lastIndexOf('\n') })
  }
  return found
}

const COMMENT = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`
const GAP = String.raw`(?:\s|${COMMENT})*`
/** What stands between `import` and `from`: names, and no other statement. */
const NAMES = String.raw`(?:[\w$*{},\s]|${COMMENT})*?`
const START = String.raw`(?<![.\w$])(?:import${GAP}(?:\(${GAP})?|require${GAP}\(${GAP}|(?:import|export)(?!\s+type\b)\b${NAMES}\bfrom${GAP})`
const QUOTED = String.raw`(?<quote>["'${'`'}])(?<specifier>(?:[^\\\n]|\\.)*?)\k<quote>`
const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`

/** Comments and texts stand first where they begin: what they hold is not looked at. */
const TOKENS = new RegExp(`${START}${QUOTED}|${COMMENT}|${STRING}`, 'gu')

function unescaped(specifier: string): string {
  return specifier.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|(.))/giu,
    (_, ...parts: unknown[]) => {
      const [x, u, braced, plain] = parts
      if (typeof plain === 'string') return plain
      const point = Number.parseInt(String(x ?? u ?? braced), 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )
}
