import { matchesSemanticType } from '@surety/tool-contracts'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { validRange } from 'semver'
import { record } from '../author/yaml/mapping.ts'
import { type Entry, type Reader, formed, listOf, nameOf, text } from '../author/yaml/reader.ts'
import { relativeGlob } from '../author/yaml/texts.ts'
import { version } from '../author/yaml/version.ts'
import type { Dependency, Manifest } from './module.ts'
import { MODULE_REF, REF_FORM, isModuleRef } from './module-ref.ts'

export const MANIFEST_FILE = 'module.yaml'

const moduleRef = formed(REF_FORM, (ref) => (isModuleRef(ref) ? ref : undefined), { pattern: MODULE_REF.source })

const semver = formed('a version such as 1.4.0', (words) => (matchesSemanticType('semver', words) ? words : undefined))

const MAX_RANGE = 256

const withRange = formed(
  'namespace/name@range, such as acme/base@^1.2.0',
  (words) => {
    const at = words.indexOf('@')
    const [ref, range] = [words.slice(0, at), words.slice(at + 1).trim()]
    return at > 0 && range !== '' && isModuleRef(ref) ? { ref, range } : undefined
  },
  { pattern: `${MODULE_REF.source.slice(0, -1)}@.+` },
)

const dependency: Reader<Dependency> = {
  read(entry) {
    const read = withRange.read(entry)
    if (read === undefined || (read.range.length <= MAX_RANGE && validRange(read.range) !== null)) return read
    entry.say(`${nameOf(entry.path)} has no range of versions behind the @.`, 'Write one, such as ^1.2.0.')
    // Which module is meant is known, so nobody need be told that it is missing.
    return { ref: read.ref, range: '*' }
  },
  schema: withRange.schema,
}

const contractsGlob = formed("a glob of contracts in the module's folder, such as tools/*.yaml", relativeGlob)

const tablesFile = formed('the path of a file in the module, such as tables.yaml', (path) =>
  /^[^/\\~*?{}\0][^\\*?{}\0]*[^/\\*?{}\0]$/.test(path) && !path.split('/').includes('..') ? path : undefined,
)

const fields = record(
  {
    version,
    module: moduleRef,
    semver,
    description: text,
    tools: listOf(contractsGlob),
    depends_on: listOf(dependency),
    tables: tablesFile,
  },
  ['version', 'module', 'semver', 'description'],
)

/** By which an editor checks module.yaml while it is written. @internal */
export const moduleSchema: JsonSchema = fields.schema

/** What of a module its manifest names. */
export type NamedFiles = Pick<Manifest, 'tools' | 'tables'>

/** What is wrong is said; without a manifest where its name or version cannot be told, with the files that it names all the same. */
export function readManifest(entry: Entry): { readonly manifest?: Manifest; readonly named: NamedFiles } | undefined {
  const read = fields.read(entry)
  if (read === undefined) return undefined
  const { module: ref, semver: version, description, tools = [], depends_on: dependsOn = [], tables } = read
  const refs = dependsOn.map((one) => one.ref)
  for (const [index, one] of refs.entries()) {
    if (refs.indexOf(one) < index) entry.at('depends_on').say(`'depends_on' has ${one} twice.`, 'Keep one of them.')
  }
  const named = { tools, tables }
  if (ref === undefined || version === undefined || description === undefined) return { named }
  return { manifest: { ref, semver: version, description, dependsOn, ...named }, named }
}
