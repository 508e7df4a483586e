import type { ServerConfig } from '../../author/config/config.ts'
import { REFERENCE } from '../../author/config/from-environment.ts'
import type { Project } from './prepare.ts'
import { writtenServer } from './written-server.ts'

/** Puts `${NAME}` back for what it stood for, wherever in a text or in JSON: what came from the environment may be a secret. */
export type Mask = <T>(value: T) => T

/** Shorter values are no secrets, and would be found everywhere. */
const MIN_LENGTH = 8
/** Every server knows these, and paths that start with a home are worth reading. */
const NO_SECRETS = /^(?:PATH|HOME|PWD|TMPDIR|LANG|LC_\w+|TZ|USER|LOGNAME|SHELL)$/

/** For all that is said of a server, by it or by us. */
export function maskFor({ config, passed }: Pick<Project, 'config' | 'passed'>): Mask {
  const referred = textsOf(writtenServer(config)).flatMap((text) =>
    [...text.matchAll(REFERENCE)].map(([, name = '']) => name),
  )
  const names = [...referred, ...Object.keys(passed)]
  const secrets = [...new Set(names)]
    .filter((name) => !NO_SECRETS.test(name))
    .flatMap((name) => spellings(process.env[name] ?? '').map((value) => ({ reference: `\${${name}}`, value })))
    .filter(({ value }) => value.length >= MIN_LENGTH)
    .toSorted((a, b) => b.value.length - a.value.length)
  if (secrets.length === 0) return (value) => value
  const mask = (text: string): string =>
    secrets.reduce(
      (left, secret) =>
        withoutBeginnings(
          left.replaceAll(secret.value, () => secret.reference),
          secret,
        ),
      text,
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the same shape, with other texts
  return <T>(value: T) => textsMapped(value, mask, 0) as T
}

interface Secret {
  readonly reference: string
  readonly value: string
}

const CUT = '…'

/** A text that was cut may end with the beginning of a secret. */
function withoutBeginnings(text: string, { value, reference }: Secret): string {
  let masked = text
  for (let end = masked.indexOf(CUT); end >= 0; end = masked.indexOf(CUT, end + 1)) {
    const length = beginningBefore(masked, end, value)
    if (length === 0) continue
    masked = masked.slice(0, end - length) + reference + masked.slice(end)
    end += reference.length - length
  }
  return masked
}

/** How much of the value's beginning stands right before this place, if enough to be no chance. */
function beginningBefore(text: string, end: number, value: string): number {
  for (let length = Math.min(end, value.length - 1); length >= MIN_LENGTH; length--)
    if (text.endsWith(value.slice(0, length), end)) return length
  return 0
}

/** Deeper than anything that is reported or pinned. */
const MAX_DEPTH = 500

function textsMapped(value: unknown, map: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return map(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((item) => textsMapped(item, map, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [map(key), textsMapped(part, map, depth + 1)]))
}

/** How a value reads in a log, in JSON, in JSON within JSON, in an address, and line by line. */
function spellings(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1)
  const others = [inJson, JSON.stringify(inJson).slice(1, -1), value.replaceAll('\\', '\\\\')]
  return [...new Set([value, ...others, encodeURIComponent(value.toWellFormed()), ...value.split(/\r?\n/)])]
}

function textsOf(server: ServerConfig | undefined): readonly string[] {
  if (server === undefined) return []
  return server.kind === 'http' ? Object.values(server.headers) : [...server.args, ...Object.values(server.env)]
}
