import { ONCE_ONLINE, list } from '../../judge/words.ts'
import type { Network, Sighting } from '../../sandbox/cell.ts'
import { list as yamlList } from '../yaml-text.ts'

/** A server that did not start, and what it was given. */
export interface Failure {
  /** All that it said. */
  readonly text: string
  /** The environment it was given, by name. */
  readonly given: readonly string[]
  /** What it may reach; undefined where nothing keeps it from the network. */
  readonly network: Network | undefined
  /** Undefined where nobody watched what it tried. */
  readonly sightings: readonly Sighting[] | undefined
  /** The environment of the caller. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** What may help a server that does not start: a network, or a variable that was kept from it. */
export function startHints(failure: Failure): readonly string[] {
  return [networkHint(failure), variableHint(failure)].filter((hint) => hint !== undefined)
}

const SPEAKS_OF_NETWORK =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ETIMEDOUT|getaddrinfo|fetch failed|proxy|offline)\b|name resolution|Name or service not known|Network is unreachable|Connection refused|Failed to establish a new connection|no such host|could not resolve/i

function networkHint({ network, sightings, text }: Failure): string | undefined {
  if (network === undefined || network === true) return undefined
  const tried = [...new Set((sightings ?? []).flatMap((one) => (one.kind === 'connect' ? [one.target] : [])))]
  // Of a name that was looked up in vain, nobody knows the port.
  const targets = tried.slice(0, 3).map((target) => (/:\d+$/.test(target) ? target : `${target}:port`))
  if (sightings !== undefined && tried.length === 0 && !SPEAKS_OF_NETWORK.test(text)) return undefined
  const has =
    network === false ? 'In the sandbox it has no network' : `In the sandbox it reaches only ${network.join(', ')}`
  const attempt = tried.length === 0 ? '' : `, and it tried to connect to ${list(tried)}`
  const [wanted = 'host:port'] = targets
  return `${has}${attempt}. If it needs that to start, allow it: --network ${wanted}, or \`network: ${yamlList(targets.length === 0 ? [wanted] : targets)}\` under \`server\` in surety.yaml; \`any\` allows everything. ${ONCE_ONLINE}`
}

const NAME = /\b[A-Z][A-Z0-9_]{2,}\b/g
const STANDARD_VARIABLES = /^(?:PATH|HOME|LANG|TZ|USER|LOGNAME|SHELL|TERM|TMPDIR|NO_COLOR|PWD|LC_\w+|NODE_OPTIONS)$/
const MISSING = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g
const NO_VARIABLE = /^ERR_|^E[A-Z]+_|_NOT_FOUND$/

function variableHint({ text, given, variables }: Failure): string | undefined {
  const absent = (name: string): boolean => !given.includes(name) && !STANDARD_VARIABLES.test(name)
  const set = distinct(text.match(NAME)).filter((name) => absent(name) && variables[name] !== undefined)
  if (set.length > 0)
    return `It names ${set.join(', ')}, which you have set and it is not given: pass ${set.length === 1 ? 'it' : 'them'} on with ${set.map((name) => `--env ${name}`).join(' ')}.`
  const named = distinct(text.match(MISSING)).filter((name) => absent(name) && !NO_VARIABLE.test(name))
  if (named.length === 0 && !/\benvironment variables?\b|\benv vars?\b/i.test(text)) return undefined
  const [first = 'NAME'] = named
  return `It is given little more of your environment than PATH and HOME. If it needs ${first}, set it and pass it on with --env ${first}.`
}

function distinct(names: readonly string[] | null): readonly string[] {
  return [...new Set(names)].slice(0, 3)
}
