import { isRecord } from '@surety/tool-contracts/tools'
import type { ServerConfig } from './config.ts'
import { REFERENCE, type Variables, fromEnvironment } from './from-environment.ts'
import { mapOf, record } from '../yaml/mapping.ts'
import { network } from './network.ts'
import { type Entry, type Reader, listOf, nameOf, text, wrong } from '../yaml/reader.ts'
import { splitCommand } from './split-command.ts'
import { headerName, variableName } from '../yaml/texts.ts'

/** `{ command, args, cwd, env, network }` or `{ url, headers }`; paths stay as they are written. */
export function serverConfig(variables: Variables | undefined): Reader<ServerConfig> {
  const value = fromEnvironment(variables)
  const stdio = record({
    command: text,
    args: listOf(value),
    cwd: text,
    env: mapOf(value, variableName),
    network: network(['any']),
  })
  const http = record({ url: address, headers: mapOf(value, headerName) })
  return {
    read(entry) {
      if (!isRecord(entry.value)) return wrong(entry, 'a mapping')
      if ('url' in entry.value) {
        const { url, headers = {} } = http.read(entry) ?? {}
        return url === undefined ? undefined : { kind: 'http', url, headers }
      }
      const { command, args = [], env = {}, cwd, network: reach = [] } = stdio.read(entry) ?? {}
      if (command !== undefined) return { kind: 'stdio', command, args, env, cwd, network: reach }
      return 'command' in entry.value ? undefined : entry.say(`${nameOf(entry.path)} must have 'command' or 'url'.`)
    },
    schema: {
      anyOf: [
        { ...stdio.schema, required: ['command'] },
        { ...http.schema, required: ['url'] },
      ],
    },
  }
}

const NO_ADDRESS = { protocol: '', username: '', password: '' }

const literal = fromEnvironment({})

/** An http or https address, with nothing from the environment in it: it is printed and pinned. */
export const address: Reader<string> = {
  read(entry) {
    const [reference] = typeof entry.value === 'string' ? (entry.value.match(REFERENCE) ?? []) : []
    if (reference !== undefined) {
      const fix = 'Write the address out, and put what is secret into `headers`.'
      return entry.say(`${nameOf(entry.path)} must not hold ${reference}: an address is printed and pinned.`, fix)
    }
    const url = literal.read(entry)
    if (url === undefined) return undefined
    const { protocol, username, password } = URL.canParse(url) ? new URL(url) : NO_ADDRESS
    if (!/^https?:$/.test(protocol)) return wrong(entry, 'an http or https address')
    if (username + password === '') return url
    return entry.say(`${nameOf(entry.path)} must hold no password.`, 'Put it into `headers` as ${NAME}.')
  },
  schema: literal.schema,
}

/** `node server.mjs`, as one line of text. */
export const commandLine: Reader<ServerConfig> = {
  read(entry: Entry) {
    const line = text.read(entry)
    if (line === undefined) return undefined
    const [command, ...args] = splitCommand(line) ?? []
    if (command === undefined) return wrong(entry, 'a command line with its quotes closed')
    return { kind: 'stdio', command, args, env: {}, cwd: undefined, network: [] }
  },
  schema: text.schema,
}
