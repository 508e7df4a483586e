import { CodeConversation, type StartCode } from './code-conversation.ts'
import { codePredicates } from './code-predicates.ts'
import type { CodeFault, Listed } from './code-protocol.ts'
import type { ContractFile, Problem } from './contract-file.ts'
import { shownFrom } from './load-contracts.ts'
import { mapping, record } from './mapping.ts'
import { openData } from './open-yaml.ts'
import { type ReadContract, contractFields, contractIn } from './contract-in.ts'
import { type Reader, listOf, text, whole } from './reader.ts'
import { toolPlace } from './tool-place.ts'

export interface CodeOptions {
  /** The folder that `files` are shown relative to. */
  readonly root: string
  /** Per question. */
  readonly timeoutMs?: number
}

export interface LoadedCode {
  readonly contracts: readonly ContractFile[]
  readonly problems: readonly Problem[]
  /** Ends the process that their predicates run in. */
  readonly end: () => Promise<void>
}

const TIMEOUT_MS = 10_000

/** Contracts written in TypeScript or JavaScript. Their code runs only in processes that `start` makes; a file whose code hangs or crashes hides no other. */
export async function loadCode(files: readonly string[], start: StartCode, options: CodeOptions): Promise<LoadedCode> {
  const conversation = new CodeConversation(start, options.timeoutMs ?? TIMEOUT_MS)
  const read: ReadContract[] = []
  for (const path of files) read.push(...(await loadFile(path, shownFrom(options.root, path), conversation)))
  return {
    contracts: read.flatMap((one) => (one.ok ? [one.contract] : [])),
    problems: read.flatMap((one) => (one.ok ? [] : one.problems)),
    end: () => conversation.end(),
  }
}

async function loadFile(path: string, file: string, conversation: CodeConversation): Promise<readonly ReadContract[]> {
  const asked = await conversation.ask(path, { ask: 'list' })
  const listed = asked.ok ? asked.answer : failed(`The contract cannot be loaded: ${asked.reason}.`)
  const { entry, problems } = openData(listed, { path, file }, { line: 1, column: 1 })
  const { contracts = [], faults = [] } = (entry && listing.read(entry)) ?? {}
  const refused = [...problems, ...faults.map((fault) => ({ file, ...fault }))]
  return [
    ...(refused.length === 0 ? [] : [{ ok: false, problems: refused } as const]),
    ...contracts.map((data, index) => {
      const opened = openData(data, { path, file }, toolPlace(path, data['tool']))
      return contractIn(opened, contractFields(codePredicates(conversation, path, index)))
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
  return { contracts: [], faults: [{ line: 1, column: 1, message }] }
}
