import { isRecord } from '../contract/record.ts'
import { type Frame, type SnapshotLimits, TooLarge, Unreadable, Walk } from './walk.ts'

export const INPUT_LIMITS: SnapshotLimits = { maxDepth: 64, maxSize: 10 * 1024 * 1024 }

/** A copy's JSON text never has more bytes than this times its size. */
export const BYTES_PER_SIZE = 6

/** A frozen copy of plain JSON data, or why there is none. */
export type Snapshot =
  | { readonly ok: true; readonly value: unknown; readonly size: number }
  | {
      readonly ok: false
      readonly path: readonly (string | number)[]
      readonly problem: string
      readonly tooLarge: boolean
    }

/** Reads an input once, refusing whatever is not plain JSON data; nothing the caller does later changes the copy. */
export function snapshotInput(value: unknown, limits: SnapshotLimits = INPUT_LIMITS): Snapshot {
  return snapshot(value, new Walk(limits, false, true))
}

/** Reads an output as JSON would carry it; a copy that only a schema will see need not be frozen. */
export function snapshotOutput(value: unknown, limits: SnapshotLimits, freezes = true): Snapshot {
  return snapshot(value, new Walk(limits, true, freezes))
}

function snapshot(value: unknown, walk: Walk): Snapshot {
  try {
    return { ok: true, value: copy(value, walk, undefined), size: walk.size }
  } catch (error) {
    const { path, message } =
      error instanceof Unreadable ? error : new Unreadable('could not be read: reading it threw')
    return { ok: false, path: path.toReversed(), problem: message, tooLarge: error instanceof TooLarge }
  }
}

function copy(value: unknown, walk: Walk, parent: Frame | undefined): unknown {
  walk.grow(8)
  switch (typeof value) {
    case 'string':
      walk.grow(value.length)
      return value
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new Unreadable(`is ${value}, which JSON cannot carry`)
      return value
    case 'object':
      if (isProxy(value)) throw new Unreadable('is a Proxy, not plain data')
      return isRecord(value) || Array.isArray(value) ? copyObject(value, walk, parent) : null
    case 'bigint':
      throw new Unreadable('is a BigInt, which JSON cannot carry; use a decimal string')
    default:
      throw new Unreadable(`is ${typeof value}, which JSON cannot carry`)
  }
}

function copyObject(value: readonly unknown[] | Fields, walk: Walk, parent: Frame | undefined): unknown {
  if (walk.asJson && 'toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(), walk, parent)
  const frame = walk.enter(value, parent)
  const result = isList(value) ? copyArray(value, walk, frame) : copyRecord(value, walk, frame)
  return walk.freezes ? Object.freeze(result) : result
}

function copyArray(value: readonly unknown[], walk: Walk, frame: Frame): unknown[] {
  const { length } = value
  walk.grow(length * 8)
  const items: unknown[] = []
  let index = 0
  try {
    for (; index < length; index++) {
      const item = walk.asJson ? value[index] : own(value, index)
      const isNothing = walk.asJson && (item === undefined || typeof item === 'function')
      items.push(isNothing ? null : copy(item, walk, frame))
    }
  } catch (error) {
    throw Unreadable.at(error, index)
  }
  return items
}

function copyRecord(value: Readonly<Record<string, unknown>>, walk: Walk, frame: Frame): Record<string, unknown> {
  if (!walk.asJson) refuseUnlessPlain(value)
  const fields: Record<string, unknown> = {}
  let at = ''
  try {
    for (const key in value) {
      at = key
      const item = walk.asJson ? readAsJson(value, key) : own(value, key)
      if (item === undefined || (walk.asJson && typeof item === 'function')) continue
      if (key === '__proto__') throw new Unreadable('is a key that is never accepted')
      walk.grow(key.length)
      fields[key] = copy(item, walk, frame)
    }
  } catch (error) {
    throw Unreadable.at(error, at)
  }
  return fields
}

function refuseUnlessPlain(value: object): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Object.prototype of any realm has no prototype of its own.
  const isPlain = prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
  if (!isPlain) throw new Unreadable(`is ${className(value)}, not a plain object`)
}

/** The own data property, undefined where it is inherited; a getter could answer differently each time it is asked. */
function own(holder: object, key: string | number): unknown {
  const property = Object.getOwnPropertyDescriptor(holder, key)
  if (property === undefined || 'value' in property) return property?.value
  throw new Unreadable('is a getter, not data')
}

function readAsJson(holder: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}

type Fields = Readonly<Record<string, unknown>>

function isList(value: readonly unknown[] | Fields): value is readonly unknown[] {
  return Array.isArray(value)
}

function className(value: object): string {
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== '' && name !== 'Object'
    ? `an instance of ${name.slice(0, 40)}`
    : 'an object that inherits fields'
}

type TypeTests = { types?: { isProxy?: (value: unknown) => boolean } }
const runtime = globalThis as { process?: { getBuiltinModule?: (name: string) => TypeTests | undefined } }

/** Only the runtime can tell a Proxy; where it does not, the copy is still made in one reading. */
const isProxy: (value: unknown) => boolean =
  runtime.process?.getBuiltinModule?.('node:util')?.types?.isProxy ?? ((): boolean => false)
