import { fc } from './fast-check.ts'
import { parsePattern } from './pattern-parse.ts'
import { type PatternTexts, textsMatching } from './pattern-texts.ts'

/** Patterns of one schema: compiled once, and only those that cannot stall. */
export interface Patterns {
  /** Does the text match? What cannot be tested is taken to match. */
  readonly matches: (pattern: string, text: string) => boolean
  /** Texts that should match; `reach` bounds what the pattern leaves open. */
  readonly texts: (pattern: string, reach: number) => PatternTexts
}

const LONGEST_PATTERN = 1_000
const LONGEST_TEXT = 4_096
/** Exponential time shows below the first length; cubic time, which is too slow for the longest text, below the second. */
const SHORT_ATTACK = 48
const LONG_ATTACK = 1_024
const SLOW_MS = 20

type Compiled = { readonly ok: true; readonly regex: RegExp } | { readonly ok: false; readonly reason: string }

export function createPatterns(): Patterns {
  const known = new Map<string, Compiled>()
  const compiled = (pattern: string): Compiled => {
    const found = known.get(pattern) ?? compile(pattern)
    known.set(pattern, found)
    return found
  }
  return {
    matches(pattern, text) {
      const found = compiled(pattern)
      return !found.ok || text.length > LONGEST_TEXT || found.regex.test(text)
    },
    texts(pattern, reach) {
      const found = compiled(pattern)
      return found.ok ? textsMatching(parsePattern(pattern), found.regex.flags, reach) : found
    },
  }
}

function compile(pattern: string): Compiled {
  if (pattern.length > LONGEST_PATTERN) return { ok: false, reason: `it is longer than ${LONGEST_PATTERN} characters` }
  const regex = regexOf(pattern, 'u') ?? regexOf(pattern, '')
  if (regex === undefined) return { ok: false, reason: 'it is no regular expression' }
  return stalls(regex) ? { ok: false, reason: 'it takes too long on texts that almost match' } : { ok: true, regex }
}

function regexOf(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return undefined
  }
}

/** Tries texts that almost match, growing them little by little, so that time without bounds shows before it hurts. */
function stalls(regex: RegExp): boolean {
  const made = textsMatching(parsePattern(regex.source), regex.flags, 8)
  const texts = made.ok ? fc().sample(made.arbitrary, { seed: 1, numRuns: 6 }) : ['a', '0', ' ']
  const seeds = new Set(texts.flatMap((text) => [text, text.slice(0, -1), ...new Set(text.slice(0, 8))]))
  seeds.delete('')
  return [...seeds].some((seed) => stallsOn(regex, seed))
}

function stallsOn(regex: RegExp, seed: string): boolean {
  for (let length = 4; length <= LONG_ATTACK; length = length < SHORT_ATTACK ? length + 2 : Math.ceil(length * 1.3)) {
    const attack = `${seed.repeat(Math.ceil(length / seed.length)).slice(0, length)}\0`
    if (isSlow(regex, attack)) return true
  }
  return false
}

/** Slow three times in a row, by the processor's time: a busy machine makes everything late, and this process may tidy up once. */
function isSlow(regex: RegExp, text: string): boolean {
  return [1, 2, 3].every(() => {
    const start = process.cpuUsage()
    regex.test(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000 > SLOW_MS
  })
}
