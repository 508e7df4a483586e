import { CAPABILITIES, type CapabilityTag } from '@surety/tool-contracts'
import type { StoreConfig } from './config.ts'
import { REFERENCE, type Variables, fromEnvironment } from './from-environment.ts'
import { mapOf } from '../yaml/mapping.ts'
import { type Reader, anyText, formed, listOf, nameOf, oneOf, wrong } from '../yaml/reader.ts'
import { STORE_FORM, storeUrl } from './store-url.ts'
import { visibleName } from '../yaml/visible-name.ts'

/** `sqlite:<file>` or `postgres://…`, a file's path taken from `root`. */
export function storeConfig(root: string, variables: Variables | undefined): Reader<StoreConfig> {
  const value = fromEnvironment(variables)
  return {
    read(entry) {
      const text = value.read(entry)
      if (text === undefined) return undefined
      const isVariable = typeof entry.value === 'string' && entry.value.match(REFERENCE) !== null
      // Nobody asks for it, so nobody needs to have set what it is made of.
      if (isVariable && variables === undefined) return undefined
      if (/[?&](?:ssl)?password=[^$&]/.test(String(entry.value))) {
        return entry.say(`${nameOf(entry.path)} has a password written into the file.`, IN_ENVIRONMENT)
      }
      const url = storeUrl(text, root)
      // What stands before an @ may be a password.
      if (url === undefined && text.includes('@')) return entry.say(`${nameOf(entry.path)} must be ${STORE_FORM}.`)
      if (url === undefined) return wrong(entry, STORE_FORM)
      return { url, written: isVariable ? String(entry.value) : url }
    },
    schema: { ...anyText.schema, description: STORE_FORM },
  }
}

const IN_ENVIRONMENT = 'Put it in the environment and write ${NAME} here.'

const RETENTION = /^[1-9]\d{0,5}[smhd]$/

/** For how long steps are kept: `90d`, as the store takes it. */
export const retention: Reader<string> = formed(
  'a duration such as 90d: a whole number and s, m, h or d',
  (text) => (RETENTION.test(text) ? text : undefined),
  { pattern: RETENTION.source },
  (text) => (/^[1-9]\d{0,5}$/.test(text) ? `Give the unit: ${text}d, ${text}h, ${text}m or ${text}s.` : undefined),
)

/** What each role may do: `{ planner: [READ] }`. */
export const roles: Reader<Readonly<Record<string, readonly CapabilityTag[]>>> = mapOf(
  listOf(oneOf(CAPABILITIES)),
  visibleName("a role's name"),
)
