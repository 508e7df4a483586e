import { parseDocument } from 'yaml'
import type { Config } from '../author/config/config.ts'
import { boundsOf } from '../author/yaml/bounds.ts'
import { readText } from '../author/yaml/read-text.ts'
import type { Finding } from '../judge/finding.ts'
import { cut } from '../judge/words.ts'
import { type DraftedConfig, checked } from './draft-config.ts'
import { scalar } from '../run/yaml-text.ts'

const MAX_LENGTH = 200

type Written = Extract<DraftedConfig, { ok: true }>

interface Ignoring {
  readonly config: Written
  /** Why, by code. */
  readonly known: ReadonlyMap<string, string>
  /** What cannot be declared known, since the file is another's. */
  readonly left: readonly Finding[]
}

/** The configuration with what was found of the server, and belongs to no tool, declared known. */
export function withIgnored(drafted: Written, config: Config, findings: readonly Finding[]): Ignoring {
  const ignored = new Set(config.ignore.map(({ code }) => code))
  const open = findings.filter(({ code }) => !ignored.has(code))
  const known = new Map(open.map(({ code, message }) => [code, cut(message, MAX_LENGTH)]))
  const text = textOf(drafted, config)
  const changed =
    known.size === 0 || text === undefined ? undefined : checked(ignoringAll(text, known), config, drafted.file)
  if (changed?.ok === true) return { config: changed, known, left: [] }
  return { config: drafted, known: new Map(), left: open }
}

/** Undefined where the file is not ours to write to. */
function textOf(drafted: Written, { file, root }: Config): string | undefined {
  if (drafted.text !== undefined) return drafted.text
  if (drafted.isOther || file === undefined || !drafted.file.startsWith('surety.')) return undefined
  const read = readText(file, boundsOf(root))
  return read.ok ? read.text : undefined
}

/** What stands in the file stays as it is written, where there is no `ignore` in it yet. */
function ignoringAll(text: string, known: ReadonlyMap<string, string>): string {
  const document = parseDocument(text)
  if (!document.has('ignore')) {
    const entries = [...known].map(([code, reason]) => `  - { code: ${code}, reason: ${scalar(reason)} }\n`)
    return `${text.trimEnd()}\nignore: # what surety init found of the server, and nobody has decided on yet\n${entries.join('')}`
  }
  for (const [code, reason] of known) document.addIn(['ignore'], document.createNode({ code, reason }, { flow: true }))
  return document.toString()
}
