import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { isRecord } from '@surety/tool-contracts/tools'
import type { SchemaReference } from '../contract-file.ts'
import { openYaml } from '../yaml/open-yaml.ts'
import { type Entry, type Reader, nameOf, wrong } from '../yaml/reader.ts'
import { readText } from '../yaml/read-text.ts'
import { MAX_SCHEMA_BYTES, schemaFault } from './schema-fault.ts'

/** Reads a schema: the name of the server's own, a file in the contract's folder, or the schema itself. */
export const schemaReference: Reader<SchemaReference> = {
  read(entry) {
    const { value, source } = entry
    if (isRecord(value)) return usable(entry, value, source.file)
    if (typeof value !== 'string' || value.trim() === '') {
      return wrong(entry, "the name of a schema, a path such as './user.json', or a JSON Schema")
    }
    const isPath = value.includes('/') || value.endsWith('.json')
    return isPath ? fromFile(entry, dirname(source.path), value) : { kind: 'name', name: value }
  },
  schema: {
    anyOf: [{ type: 'string', pattern: '\\S', description: "A schema's name, or a path to it" }, { type: 'object' }],
  },
}

function usable(entry: Entry, schema: unknown, from: string): SchemaReference | undefined {
  const fault = schemaFault(schema)
  if (fault !== undefined) return entry.say(`${nameOf(entry.path)} is no usable JSON Schema: ${fault}`)
  return isRecord(schema) ? { kind: 'schema', schema, from } : undefined
}

function fromFile(entry: Entry, folder: string, path: string): SchemaReference | undefined {
  const name = nameOf(entry.path)
  try {
    const file = realpathSync(resolve(folder, path))
    if (!file.startsWith(realpathSync(folder) + sep)) {
      return entry.say(`${name} leads out of the contract's folder: ${path}.`, 'Put the schema beside the contract.')
    }
    const found = statSync(file)
    if (!found.isFile()) return entry.say(`${name} names ${path}, which is no file.`)
    if (found.size > MAX_SCHEMA_BYTES) {
      return entry.say(`${name} names ${path}, which has more than ${MAX_SCHEMA_BYTES} bytes.`)
    }
    const read = readText(file, [realpathSync(folder)])
    if (!read.ok) return entry.say(`${name} names ${path}. ${read.message}`, read.fix)
    const parsed = parse(read.text)
    if (parsed.ok) return usable(entry, parsed.value, path)
    // What is wrong with it is not told in JSON.parse's words: they quote the file.
    return entry.say(
      `${name} names ${path}, which holds no JSON${whereIn(read.text, file, path)}.`,
      'Correct that file.',
    )
  } catch {
    return entry.say(`${name} names ${path}, which cannot be read.`, "The path is relative to the contract's folder.")
  }
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** JSON is YAML, whose reader knows places; what is good YAML and yet no JSON has none. */
function whereIn(text: string, path: string, file: string): string {
  const [problem] = openYaml(text, { path, file, quotes: false }).problems
  return problem === undefined ? '' : ` (line ${problem.line}, column ${problem.column})`
}
