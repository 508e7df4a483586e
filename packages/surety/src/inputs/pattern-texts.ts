import type { Arbitrary } from 'fast-check'
import { fc } from './fast-check.ts'
import type { PatternNode } from './pattern-parse.ts'

/** Plain characters first; the others only where a class leaves no plain one, or as a sprinkle. */
const PLAIN = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index))
const SPRINKLE = Array.from('éßñ漢😀שع')
const MAX_LENGTH = 10_000
const ENOUGH = 100

/** How often beyond its minimum something is repeated, by how many repetitions it stands in. */
const NESTED_REACH = [undefined, 3, 1] as const

export type PatternTexts =
  | { readonly ok: true; readonly arbitrary: Arbitrary<string> }
  | { readonly ok: false; readonly reason: string }

/** Texts built to match the pattern, but for what its assertions demand; nothing is repeated more often than `reach` unless it must. */
export function textsMatching(node: PatternNode, flags: string, reach: number): PatternTexts {
  if (has(node, 'echo')) return { ok: false, reason: 'it refers back to a group' }
  if (leastLength(node) > MAX_LENGTH) return { ok: false, reason: `it asks for more than ${MAX_LENGTH} characters` }
  const characters = new Map<string, readonly string[]>()
  const impossible = collectCharacters(node, flags, characters)
  if (impossible !== undefined) return { ok: false, reason: `no character was found for ${impossible}` }
  return { ok: true, arbitrary: arbitraryOf(node, characters, reach, 0) }
}

function arbitraryOf(
  node: PatternNode,
  characters: ReadonlyMap<string, readonly string[]>,
  reach: number,
  depth: number,
): Arbitrary<string> {
  switch (node.kind) {
    case 'character':
      return fc().constantFrom(...(characters.get(node.source) ?? ['']))
    case 'sequence':
      return fc()
        .tuple(...node.of.map((part) => arbitraryOf(part, characters, reach, depth)))
        .map((texts) => texts.join(''))
    case 'choice':
      return fc().oneof(...node.of.map((part) => arbitraryOf(part, characters, reach, depth)))
    case 'repeat': {
      const unit = arbitraryOf(node.of, characters, reach, depth + 1)
      const furthest = depth === 0 ? reach : node.from + (NESTED_REACH[depth] ?? 0)
      const most = Math.max(node.from, Math.min(node.to, furthest))
      return depth === 0
        ? fc().oneof(repeated(unit, node.from, most), repeated(unit, most, most))
        : repeated(unit, node.from, most)
    }
    case 'assertion':
    case 'echo':
      return fc().constant('')
  }
}

function repeated(unit: Arbitrary<string>, minLength: number, maxLength: number): Arbitrary<string> {
  return fc()
    .array(unit, { minLength, maxLength, size: 'max' })
    .map((texts) => texts.join(''))
}

/** Fills in which characters each class allows; answers with one that allows none. */
function collectCharacters(node: PatternNode, flags: string, into: Map<string, readonly string[]>): string | undefined {
  if (node.kind === 'character') {
    if (!into.has(node.source)) into.set(node.source, charactersOf(node.source, flags))
    return into.get(node.source)?.length === 0 ? node.source : undefined
  }
  return partsOf(node)
    .map((part) => collectCharacters(part, flags, into))
    .find((impossible) => impossible !== undefined)
}

function charactersOf(source: string, flags: string): readonly string[] {
  const one = new RegExp(`^(?:${source})$`, flags)
  const plain = PLAIN.filter((character) => one.test(character))
  if (plain.length > 0) return [...plain, ...SPRINKLE.filter((character) => one.test(character))]
  const found: string[] = []
  for (let code = 0; code < 0x20000 && found.length < ENOUGH; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    if (one.test(character)) found.push(character)
  }
  return found
}

function leastLength(node: PatternNode): number {
  const parts = partsOf(node).map(leastLength)
  if (node.kind === 'character') return 1
  if (node.kind === 'repeat') return node.from * Math.max(...parts)
  // The longest branch, since each of them may be taken.
  return node.kind === 'choice' ? Math.max(...parts) : parts.reduce((sum, length) => sum + length, 0)
}

function has(node: PatternNode, kind: PatternNode['kind']): boolean {
  return node.kind === kind || partsOf(node).some((part) => has(part, kind))
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'repeat') return [node.of]
  return node.kind === 'sequence' || node.kind === 'choice' ? node.of : []
}
