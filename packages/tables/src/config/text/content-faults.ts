import { type Node, type YAMLMap, isAlias, isMap, isNode, isScalar, isSeq, visit } from 'yaml'
import { type Path, quoted } from '../fault.ts'
import { isExact } from './exact-number.ts'
import { keyText, startOf } from './nodes.ts'
import { NO_COMMENT } from './yaml-errors.ts'

/** What is wrong at an offset of a text. */
export interface TextFault {
  readonly offset: number
  readonly path: Path
  readonly message: string
}

/** What YAML can write and JSON cannot carry: keys that are no text or there twice, numbers that would be rounded. */
export function contentFaults(node: unknown, path: Path = []): readonly TextFault[] {
  if (isMap(node)) return mapFaults(node, path)
  if (isSeq(node)) return node.items.flatMap((item, index) => contentFaults(item, [...path, index]))
  if (!isScalar(node) || typeof node.value !== 'number' || isExact(node.source ?? '', node.value)) return []
  return [{ offset: offsetOf(node), path, message: Number.isFinite(node.value) ? ROUNDED : NOT_FINITE }]
}

const ROUNDED = 'JSON cannot carry this number exactly. Give it fewer digits.'
export const NOT_FINITE = 'JSON cannot carry this number: it is not finite. Use another.'

function mapFaults({ items }: YAMLMap, path: Path): readonly TextFault[] {
  const seen = new Set<string>()
  return items.flatMap(({ key, value }) => {
    const name = keyText(key)
    const offset = offsetOf(key)
    if (name === undefined) return [{ offset, path, message: 'A key must be text. Put it in quotes.' }]
    const isRepeated = seen.has(name)
    seen.add(name)
    const message = `The key ${quoted(name)} is there twice. Keep one of them.`
    const within = contentFaults(value, [...path, name])
    return isRepeated ? [{ offset, path: [...path, name], message }, ...within] : within
  })
}

/** Texts without quotes that were meant as comments of JSON. */
export function commentFaults(root: Node): readonly TextFault[] {
  const isJson = isMap(root) && root.flow === true
  if (!isJson && !isScalar(root)) return []
  const comment = isJson ? /(?:^|\s)\/[/*]/ : /^\/[/*]/
  const faults: TextFault[] = []
  visit(root, {
    Scalar: (_, node) => {
      if (node.type !== 'PLAIN' || !comment.test(node.source ?? '')) return
      faults.push({ offset: offsetOf(node), path: [], message: NO_COMMENT })
    },
  })
  return faults
}

/** Why the aliases cannot be expanded, at the first that is to blame. */
export function aliasFault(root: Node): TextFault {
  const anchors = new Set<string>()
  let first: number | undefined
  let unknown: number | undefined
  visit(root, (_, node) => {
    if (isAlias(node)) {
      first ??= offsetOf(node)
      if (!anchors.has(node.source)) unknown = offsetOf(node)
      return unknown === undefined ? undefined : visit.BREAK
    }
    if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor)
    return undefined
  })
  if (unknown !== undefined)
    return { offset: unknown, path: [], message: 'The alias has no anchor above it. Add &name there.' }
  return { offset: first ?? 0, path: [], message: 'There are too many aliases. Write the values out.' }
}

function offsetOf(node: unknown): number {
  return startOf(node) ?? 0
}
