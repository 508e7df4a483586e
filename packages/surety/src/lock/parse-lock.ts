import { isRecord } from '@surety/tool-contracts/tools'
import { type Launch, type Lock, type PinnedTool, lockOf, lockText } from './lock.ts'
import { type Definition, FIELDS, type Pin, isTooDeep, pin } from './pin.ts'
import { ascii } from './visible.ts'

export type ParsedLock = { readonly ok: true; readonly lock: Lock } | { readonly ok: false; readonly reason: string }

/** Strict: the text must be what Surety writes for what it says; only which characters are escaped may differ. */
export function parseLock(text: string): ParsedLock {
  const file = parse(text)
  if (!isRecord(file)) return no('It is no JSON object.')
  const { version, launch, tools } = file
  if (version !== 1) return no(`version is ${show(version)}; this Surety reads version 1.`)
  if (!isLaunch(launch)) return no('launch must be { "command", "cwd", "env" } or { "url" }.')
  if (!Array.isArray(tools)) return no(`tools is ${show(tools)}; it must be a list.`)
  const pins = tools.map((entry: unknown, index) => readEntry(entry, `tools[${index}]`))
  const broken = pins.find((one) => !one.ok)
  if (broken?.ok === false) return no(broken.reason)
  const lock = lockOf(
    pins.flatMap((one) => (one.ok ? [one.tool.definition] : [])),
    launch,
  )
  const isUnique = new Set(lock.tools.map(({ name }) => name)).size === lock.tools.length
  if (isUnique && ascii(lockText(lock)) === ascii(text.replaceAll('\r\n', '\n'))) return { ok: true, lock }
  return no('It is not as `surety lock` writes it: something in it was added, repeated or moved.')
}

type ReadEntry = Pin | { readonly ok: false; readonly reason: string }

function readEntry(entry: unknown, at: string): ReadEntry {
  const definition = isRecord(entry) ? entry['definition'] : undefined
  if (!isDefinition(definition)) return { ok: false, reason: `${at} has no definition of a tool.` }
  const pinned = pin(definition)
  if (!pinned.ok) return { ok: false, reason: `${at} cannot have been pinned. ${pinned.reason}` }
  if (hasHashesOf(pinned.tool, entry)) return pinned
  return {
    ok: false,
    reason: `The text of ${JSON.stringify(definition.name.slice(0, 100))} and its hashes do not belong together.`,
  }
}

function no(reason: string): ParsedLock {
  return { ok: false, reason }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function isLaunch(value: unknown): value is Launch {
  if (!isRecord(value)) return false
  const { command, cwd, env, url } = value
  if (url !== undefined) return isText(url)
  return isTexts(command) && isText(cwd) && isTexts(env)
}

function isDefinition(value: unknown): value is Definition {
  if (!isRecord(value)) return false
  const { name, title = '', description = '', annotations = {} } = value
  const isKnown = Object.keys(value).every((key) => FIELDS.some((field) => field === key))
  return isKnown && isText(name) && isText(title) && isText(description) && isRecord(annotations)
}

function hasHashesOf({ name, sha256, fields }: PinnedTool, entry: unknown): boolean {
  if (!isRecord(entry) || entry['name'] !== name || entry['sha256'] !== sha256) return false
  const stored = entry['fields']
  return isRecord(stored) && FIELDS.every((field) => stored[field] === fields[field])
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed()
}

/** The file may be none of ours, and hold what nobody should read here. */
const LONGEST_SHOWN = 20

function show(value: unknown): string {
  if (value === undefined) return 'missing'
  if (isTooDeep(value)) return 'nested too deep'
  const text = JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? text : 'something else'
}
