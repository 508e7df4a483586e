import { type Json, type JsonObject, isList } from '@surety/tool-contracts/tools'
import { lengthOf, numberAt } from './json.ts'
import type { Position } from './positions.ts'

/** A value just beyond what the schema allows, and what it allows. */
export interface Beyond {
  readonly value: Json
  readonly expected: string
}

const MAX_LENGTH = 10_000
const MAX_ITEMS = 1_000

/** Values of the right type that are too small, too large, too short or too long. */
export function outOfRange({ value, nodes }: Position): readonly Beyond[] {
  if (typeof value === 'number') return nodes.flatMap((node) => beyondNumbers(node, value))
  if (typeof value === 'string') return nodes.flatMap((node) => beyondTexts(node, value))
  return isList(value) ? nodes.flatMap((node) => beyondLists(node, value)) : []
}

function beyondNumbers(node: JsonObject, value: number): readonly Beyond[] {
  const step = numberAt(node, 'multipleOf')
  return [
    ...limit(numberAt(node, 'minimum'), (least) => ({ value: least - 1, expected: `at least ${least}` })),
    ...limit(numberAt(node, 'maximum'), (most) => ({ value: most + 1, expected: `at most ${most}` })),
    ...limit(numberAt(node, 'exclusiveMinimum'), (least) => ({ value: least, expected: `more than ${least}` })),
    ...limit(numberAt(node, 'exclusiveMaximum'), (most) => ({ value: most, expected: `less than ${most}` })),
    ...limit(step, (of) => ({ value: value + (Number.isInteger(of) ? 1 : of / 2), expected: `a multiple of ${of}` })),
  ]
}

function beyondTexts(node: JsonObject, text: string): readonly Beyond[] {
  const characters = Array.from(text)
  return [
    ...limit(numberAt(node, 'minLength'), (least) => ({
      value: characters.slice(0, Math.max(0, least - 1)).join(''),
      expected: `at least ${characterCount(least)}`,
    })),
    ...limit(numberAt(node, 'maxLength'), (most) => ({
      value: `${text}${'a'.repeat(Math.max(0, Math.min(most, MAX_LENGTH) + 1 - lengthOf(text)))}`,
      expected: `at most ${characterCount(most)}`,
    })),
  ]
}

function beyondLists(node: JsonObject, list: readonly Json[]): readonly Beyond[] {
  const filler = list.at(-1) ?? null
  return [
    ...limit(numberAt(node, 'minItems'), (least) => ({
      value: list.slice(0, Math.max(0, least - 1)),
      expected: `at least ${itemCount(least)}`,
    })),
    ...limit(numberAt(node, 'maxItems'), (most) => ({
      value: [...list, ...Array<Json>(Math.max(0, Math.min(most, MAX_ITEMS) + 1 - list.length)).fill(filler)],
      expected: `at most ${itemCount(most)}`,
    })),
  ]
}

function limit(bound: number | undefined, beyond: (bound: number) => Beyond): readonly Beyond[] {
  return bound === undefined ? [] : [beyond(bound)]
}

function characterCount(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

function itemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}
