import type { StoreConfig } from '../author/config/config.ts'
import { REFERENCE } from '../author/config/from-environment.ts'
import type { Io } from './command.ts'

/** Shorter values are found by chance everywhere. */
const MIN_LENGTH = 4

/** A text without what may be secret in the address of a store: what came from the environment, and its password. */
export function withoutSecrets(text: string, { url, written }: StoreConfig, variables: Io['env']): string {
  const names = [...written.matchAll(REFERENCE)].map(([, name = '']) => name)
  const fromEnvironment = names.map((name) => ({ value: variables[name] ?? '', shown: `\${${name}}` }))
  const passwords = passwordsIn(url).map((value) => ({ value, shown: '…' }))
  return [...fromEnvironment, ...passwords].reduce(
    (left, { value, shown }) => (value.length < MIN_LENGTH ? left : left.replaceAll(value, () => shown)),
    text,
  )
}

/** As they are written and as they are meant. */
function passwordsIn(url: string): readonly string[] {
  const [, written] = /^[a-z]\w*:\/\/[^:/?#@]*:(.*)@/is.exec(url) ?? []
  const raw = [...(written === undefined ? [] : [written]), ...queried(url)]
  return raw.flatMap((password) => [password, decoded(password)])
}

function queried(url: string): readonly string[] {
  return [...url.matchAll(/[?&](?:ssl)?password=([^&]*)/gi)].map(([, password = '']) => password)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
