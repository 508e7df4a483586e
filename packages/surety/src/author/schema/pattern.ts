import { withinTime } from './within-time.ts'

/** A regular expression of a stranger's that cannot stall the process. */
export interface Pattern {
  readonly test: (text: string) => boolean
}

/** Throws SyntaxError where the source is no pattern. A test that takes too long did not match, nor will any later one. */
export function compilePattern(source: string): Pattern {
  const pattern = unicode(source)
  const isTame = choices(source) <= 1
  let stalled = false
  return {
    test(text) {
      if (isTame && text.length <= SHORT) return pattern.test(text)
      if (stalled) return false
      const matched = withinTime(() => pattern.test(text))
      stalled = !matched.ok
      return matched.ok && matched.value
    },
  }
}

/** With one choice, backtracking over so few characters is nothing. */
const SHORT = 1000

/** JSON Schema asks for `u`; patterns that only work without it are common all the same. */
function unicode(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

/** How many parts can match in more than one way, which is what backtracking multiplies. */
function choices(source: string): number {
  const found = source.match(/[*+?|]|\{\d+,\d*\}|\)\{\d+\}|\\[1-9k]/g)?.length ?? 0
  const groups = source.match(/(?<!\\)\(\?/g)?.length ?? 0
  return found - groups
}
