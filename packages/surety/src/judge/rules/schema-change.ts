import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { deeper } from '../json-path.ts'

/** One keyword that a schema lacks, and where: `$.text`; `keys` where one of several properties would do. */
interface Change {
  readonly path: string
  readonly text: string
  readonly key?: string
}

/** Further apart than that, two numbers tell no bound. */
const NEAR = 1000

/** Which change of the schema would forbid the refused input and allow the accepted ones, as far as the pair tells. */
export function schemaChange(refused: Json, accepted: readonly Json[]): string | undefined {
  const changes = accepted.flatMap((other) => changesOf(refused, other, '$'))
  const [first] = changes
  if (first === undefined) return undefined
  const keys = [...new Set(changes.flatMap(({ path, key }) => (path === first.path && key !== undefined ? [key] : [])))]
  if (first.key === undefined || keys.length < 2) return `${first.text} at ${first.path}`
  return `"anyOf": [${keys.map((key) => `{ ${required(key)} }`).join(', ')}] at ${first.path}`
}

function changesOf(refused: Json, accepted: Json, path: string): readonly Change[] {
  if (typeof refused === 'string' && typeof accepted === 'string') {
    return lengthChange('Length', Array.from(refused).length, Array.from(accepted).length, path)
  }
  if (isList(refused) && isList(accepted)) {
    if (refused.length !== accepted.length) return lengthChange('Items', refused.length, accepted.length, path)
    return refused.flatMap((item, index) => changesOf(item, accepted[index] ?? null, deeper(path, index)))
  }
  if (typeof refused === 'number' && typeof accepted === 'number') return boundChange(refused, accepted, path)
  if (!isRecord(refused) || !isRecord(accepted)) return []
  return Object.entries(accepted).flatMap(([key, value]) => {
    if (!Object.hasOwn(refused, key)) return [{ path, key, text: required(key) }]
    return changesOf(refused[key] ?? null, value, deeper(path, key))
  })
}

function lengthChange(what: 'Length' | 'Items', refused: number, accepted: number, path: string): readonly Change[] {
  if (refused === accepted) return []
  return [{ path, text: `"${accepted > refused ? 'min' : 'max'}${what}": ${accepted}` }]
}

function boundChange(refused: number, accepted: number, path: string): readonly Change[] {
  if (refused === accepted) return []
  const keyword = accepted > refused ? 'minimum' : 'maximum'
  return [{ path, text: Math.abs(refused - accepted) > NEAR ? `a "${keyword}"` : `"${keyword}": ${accepted}` }]
}

function required(key: string): string {
  return `"required": [${JSON.stringify(key)}]`
}
