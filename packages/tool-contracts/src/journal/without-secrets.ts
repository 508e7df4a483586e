import { REDACTED } from '../contract/issues.ts'
import { isRecord } from '../contract/record.ts'
import { finderOf } from './spellings.ts'

const MANY = 100

/** A copy in which no text, key or number shows a secret; where there are very many, no text is shown at all. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  return secrets.length === 0 ? value : hide(value, known(secrets))
}

interface Known {
  readonly finders: readonly ReturnType<typeof finderOf>[] | 'too many'
  readonly numbers: ReadonlySet<number>
}

const cache = new WeakMap<readonly string[], Known>()

function known(secrets: readonly string[]): Known {
  const cached = cache.get(secrets)
  if (cached !== undefined) return cached
  const texts = secrets.filter((text) => text.trim() !== '')
  const finders = texts.length > MANY ? 'too many' : texts.map(finderOf)
  const made = { finders, numbers: new Set(texts.map(Number)) } as const
  cache.set(secrets, made)
  return made
}

function hide(value: unknown, secrets: Known): unknown {
  if (typeof value === 'string') return hideIn(value, secrets)
  if (typeof value === 'number') return secrets.numbers.has(value) ? REDACTED : value
  if (Array.isArray(value)) return value.map((item: unknown) => hide(item, secrets))
  if (!isRecord(value)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([key, item]) => [hideIn(key, secrets), hide(item, secrets)]))
}

function hideIn(text: string, { finders }: Known): string {
  if (finders === 'too many') return REDACTED
  const lowerCase = text.toLowerCase()
  const spans = finders.flatMap((find) => find(text, lowerCase)).toSorted(([a], [b]) => a - b)
  let shown = ''
  let end = 0
  for (const [from, to] of spans) {
    if (from >= end) shown += `${text.slice(end, from)}${REDACTED}`
    end = Math.max(end, to)
  }
  return shown + text.slice(end)
}
