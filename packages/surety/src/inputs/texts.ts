import type { Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { formatNamed } from './formats.ts'
import { at, lengthOf, numberAt } from './json.ts'
import { type Made, none, values } from './made.ts'
import type { Root } from './schema.ts'

const USUAL_LENGTH = 64
const LONG = 1_000
const MAX_LENGTH = 10_000
/** White space, quotes, and characters that UTF-16 writes as two. */
const ODD = [' \t\n', `'"\`\\`, '😀𝒳']

/** One code point each: plain ones mostly, then accents, other scripts, marks that combine, and astral ones. */
function character(): Arbitrary<string> {
  return fc().oneof(
    { weight: 12, arbitrary: fc().constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 -_.,')) },
    { weight: 1, arbitrary: fc().constantFrom(...Array.from(`'"\\/<>&%$#{}[]()|;:*?!@+=~^\``)) },
    { weight: 1, arbitrary: fc().constantFrom('é', 'ß', 'Ж', '漢', 'ע', 'ش', '\u0301', '\u200D', '😀', '𝒳') },
  )
}

/** Texts of the right length, pattern and format, as far as building them can assure it. */
export function textValues(nodes: readonly JsonObject[], root: Root): Made {
  const { least, most } = lengthsOf(nodes)
  if (least > most) return none(`no text has at least ${least} and at most ${most} characters`)
  if (least > MAX_LENGTH) return none(`a text of at least ${least} characters is too long to send`)
  const reach = Math.max(least, Math.min(most, USUAL_LENGTH))
  const pattern = patternsOf(nodes)[0]
  if (pattern === undefined) return values(freeTexts(least, reach, most <= USUAL_LENGTH))
  const made = root.patterns.texts(pattern, reach)
  if (!made.ok) return none(`the pattern ${JSON.stringify(pattern.slice(0, 100))} cannot be used: ${made.reason}`)
  return values(made.arbitrary)
}

/** The most ordinary texts, to be tried in this order. */
export function plainTexts(nodes: readonly JsonObject[]): readonly Json[] {
  const formats = nodes.map((node) => formatNamed(at(node, 'format'))?.plain).filter((text) => text !== undefined)
  const { least, most } = lengthsOf(nodes)
  const length = Math.min(Math.max(least, lengthOf('text')), most, MAX_LENGTH)
  return [...formats, repeated('text', length), '1']
}

/** The shortest and the longest texts, then odd ones; where the schema leaves the length open, a long text stands for the longest. */
export function textEnds(nodes: readonly JsonObject[], root: Root): readonly string[] {
  const { least, most } = lengthsOf(nodes)
  const longest = Math.min(most === Infinity ? Math.max(LONG, least) : most, MAX_LENGTH)
  const pattern = patternsOf(nodes)[0]
  if (pattern === undefined) {
    const odd = ODD.map((text) => repeated(text, Math.max(least, Math.min(lengthOf(text), longest))))
    return [repeated('text', least), repeated('text', longest), ...odd]
  }
  const drawn = [least, Math.min(longest, LONG)].flatMap((reach) => {
    const made = root.patterns.texts(pattern, reach)
    return made.ok ? fc().sample(made.arbitrary, { seed: 1, numRuns: 10 }) : []
  })
  const fitting = drawn.filter((text) => lengthOf(text) >= least && lengthOf(text) <= longest)
  const byLength = fitting.toSorted((a, b) => lengthOf(a) - lengthOf(b))
  return [...byLength.slice(0, 1), ...byLength.slice(-1)]
}

function lengthsOf(nodes: readonly JsonObject[]): { readonly least: number; readonly most: number } {
  return {
    least: Math.max(0, ...nodes.map((node) => numberAt(node, 'minLength') ?? 0)),
    most: Math.min(...nodes.map((node) => numberAt(node, 'maxLength') ?? Infinity)),
  }
}

/** The text over and over, up to so many code points. */
function repeated(text: string, length: number): string {
  const characters = Array.from(text)
  return Array.from({ length }, (_, index) => characters[index % characters.length]).join('')
}

/** What the texts must match: their own patterns before those of their formats. */
function patternsOf(nodes: readonly JsonObject[]): readonly string[] {
  const stated = nodes.map((node) => at(node, 'pattern'))
  const formats = nodes.map((node) => formatNamed(at(node, 'format'))?.writes)
  return [...stated, ...formats].filter((pattern) => typeof pattern === 'string')
}

function freeTexts(least: number, most: number, bounded: boolean): Arbitrary<string> {
  const unit = character()
  const some = fc().string({ unit, minLength: least, maxLength: most })
  const ends = [least, ...(bounded ? [most] : [])].map((length) =>
    fc().string({ unit, minLength: length, maxLength: length }),
  )
  return fc().oneof({ weight: 4, arbitrary: some }, ...ends.map((arbitrary) => ({ weight: 1, arbitrary })))
}
