import { CodeConversation, type StartCode } from './code-conversation.ts'
import { codeInputIssues, codePredicates } from './code-predicates.ts'
import type { CodeFault, Listed } from './code-protocol.ts'
import type { ContractFile, Problem } from '../contract-file.ts'
import { shownFrom } from '../load-contracts.ts'
import { mapping, record } from '../yaml/mapping.ts'
import { openData } from '../yaml/open-yaml.ts'
import { type ReadContract, contractFields, contractIn } from '../contract-in.ts'
import { type Reader, type Source, listOf, text, whole } from '../yaml/reader.ts'
import { toolPlace } from './tool-place.ts'

export interface CodeOptions {
  /** The folder that `files` are shown relative to. */
  readonly root: string
  /** As of a `Source`. */
  readonly quotes?: boolean
  /** Per question. */
  readonly timeoutMs?: number
  /** For all files together, from the first answer on; without limit unless given. */
  readonly totalMs?: number
  /** Whether contracts that depend on the time or on chance are told of. */
  readonly compares?: boolean
}

export interface LoadedCode {
  readonly contracts: readonly ContractFile[]
  /** Those that have problems, as far as they could be read. */
  readonly broken?: readonly ContractFile[]
  readonly problems: readonly Problem[]
  /** Ends the process that their predicates run in. */
  readonly end: () => Promise<void>
}

const TIMEOUT_MS = 10_000

/** Contracts written in TypeScript or JavaScript. Their code runs only in processes that `start` makes; a file whose code hangs or crashes hides no other. */
export async function loadCode(files: readonly string[], start: StartCode, options: CodeOptions): Promise<LoadedCode> {
  const conversation = new CodeConversation(start, options.timeoutMs ?? TIMEOUT_MS)
  const read: ReadContract[] = []
  const { totalMs = Infinity } = options
  const since = performance.now()
  for (const path of files) {
    const source = { path, file: shownFrom(options.root, path), quotes: options.quotes ?? true }
    const left = totalMs - (performance.now() - since)
    const listed =
      left > 0 ? await listFile(path, conversation, left, options.compares === true) : failed(notRun(totalMs))
    read.push(...contractsOf(source, listed, conversation))
  }
  return {
    contracts: read.flatMap((one) => (one.ok ? [one.contract] : [])),
    broken: read.flatMap((one) => (one.ok ? [] : (one.contract ?? []))),
    problems: read.flatMap((one) => (one.ok ? [] : one.problems)),
    end: () => conversation.end(),
  }
}

function notRun(totalMs: number): string {
  return `Its code was not run: that of the files before it took all of the ${totalMs} ms that a module has.`
}

async function listFile(
  path: string,
  conversation: CodeConversation,
  maxMs: number,
  compares: boolean,
): Promise<unknown> {
  const asked = await conversation.ask(path, { ask: 'list', compares }, maxMs)
  return asked.ok ? asked.answer : failed(`The contract cannot be loaded: ${asked.reason}.`)
}

function contractsOf(source: Source, listed: unknown, conversation: CodeConversation): readonly ReadContract[] {
  const { path, file } = source
  const { entry, problems } = openData(listed, source, { line: 1, column: 1 })
  const { contracts = [], faults = [] } = (entry && listing.read(entry)) ?? {}
  const refused = [...problems, ...faults.map((fault) => ({ file, ...fault }))]
  return [
    ...(refused.length === 0 ? [] : [{ ok: false, problems: refused } as const]),
    ...contracts.map((data, index): ReadContract => {
      const opened = openData(data, source, toolPlace(path, data['tool']))
      const read = contractIn(opened, contractFields(codePredicates(conversation, path, index)))
      const inputIssues = codeInputIssues(conversation, path, index)
      return read.ok ? { ok: true, contract: { ...read.contract, inputIssues } } : read
    }),
  ]
}

const position = whole(1, Number.MAX_SAFE_INTEGER)
const faultFields = record({ line: position, column: position, message: text, fix: text, tool: text })
const fault: Reader<CodeFault> = {
  read(entry) {
    const { line = 1, column = 1, message, fix, tool } = faultFields.read(entry) ?? {}
    if (message === undefined) return undefined
    return { line, column, message, ...(fix !== undefined && { fix }), ...(tool !== undefined && { tool }) }
  },
  schema: faultFields.schema,
}
const listing = record({ contracts: listOf(mapping), faults: listOf(fault) })

function failed(message: string): Listed {
  const fix = 'Let the code declare its contracts and do nothing else, least of all what takes long or much memory.'
  return { contracts: [], faults: [{ line: 1, column: 1, message, fix }] }
}
