import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type DeclaredToolContract, evaluatePostconditions, evaluatePreconditions } from '@surety/tool-contracts'
import { declare } from '@surety/tool-contracts/call'
import { type JitiOptions, createJiti } from 'jiti'
import { isRecord } from '@surety/tool-contracts/tools'
import { codeData } from './code-data.ts'
import type { InputIssue } from '../contract-file.ts'
import { Loadings, changedKeys } from './loadings.ts'
import type { Answer, Asked, CodeFault, Listed } from './code-protocol.ts'
import { toolPlace } from './tool-place.ts'

/** Answers by running the file's own code: only ever in a process that may be lost. */
export async function answerByCode(file: string, asked: Asked): Promise<Answer> {
  if (asked.ask === 'list') return list(file, asked.compares)
  try {
    const usable = (await contractsIn(file)).filter(({ read }) => read.ok)
    const contract = usable[asked.contract]?.contract
    if (asked.ask === 'input') return contract === undefined ? null : inputIssues(contract, asked.input)
    return contract === undefined ? false : holds(contract, asked)
  } catch {
    return asked.ask === 'input' ? null : asked.ask === 'approval'
  }
}

async function list(file: string, compares: boolean): Promise<Listed> {
  try {
    const loadings = new Loadings()
    const found = await loadings.first(() => contractsIn(file))
    const read = found.map((one) => one.read)
    const again = compares ? await loadings.second(() => importContracts(file, { moduleCache: false })) : found
    const none = {
      line: 1,
      column: 1,
      message: 'It exports no contract.',
      fix: 'Export one: an object with a toolName.',
    }
    return {
      contracts: read.flatMap((one) => (one.ok ? [one.data] : [])),
      faults: [
        ...(found.length === 0 ? [none] : read.flatMap((one) => (one.ok ? [] : one.faults))),
        ...changesIn(
          file,
          read,
          again.map((one) => one.read),
        ),
      ],
    }
  } catch (error) {
    return { contracts: [], faults: faultsOf(file, error) }
  }
}

type ReadOne =
  | { readonly ok: true; readonly data: Listed['contracts'][number] }
  | { readonly ok: false; readonly faults: readonly CodeFault[] }

function readOne(file: string, contract: DeclaredToolContract): ReadOne {
  try {
    return { ok: true, data: codeData(contract) }
  } catch (error) {
    const { toolName: tool } = contract
    const own = { ...toolPlace(file, tool), ...(typeof tool === 'string' && { tool }) }
    return { ok: false, faults: faultsOf(file, error).map((fault) => ({ ...fault, ...own })) }
  }
}

/** Contracts that are others when they are loaded again: nobody could approve them, or find them changed. */
function changesIn(file: string, first: readonly ReadOne[], second: readonly ReadOne[]): readonly CodeFault[] {
  return first.flatMap((one, index) => {
    const other = second[index]
    if (!one.ok) return []
    const keys = other?.ok === true ? changedKeys(one.data, other.data) : ['tool']
    if (keys.length === 0) return []
    const { tool } = one.data
    const message = `The contract is another one each time it is loaded: ${keys.map((key) => `'${key}'`).join(', ')} depends on the time or on chance.`
    return [
      { ...toolPlace(file, tool), ...(typeof tool === 'string' && { tool }), message, fix: 'Write the value itself.' },
    ]
  })
}

interface Found {
  readonly contract: DeclaredToolContract
  readonly read: ReadOne
}

const imported = new Map<string, Promise<readonly Found[]>>()

function contractsIn(file: string): Promise<readonly Found[]> {
  const contracts = imported.get(file) ?? importContracts(file)
  imported.set(file, contracts)
  return contracts
}

/** What is no contract among the exports is none of ours. */
async function importContracts(file: string, options: JitiOptions = {}): Promise<readonly Found[]> {
  const jiti = createJiti(file, { fsCache: false, interopDefault: false, alias: ownCopies(file), ...options })
  const exported: unknown = await jiti.import(file)
  const values = isRecord(exported) ? Object.values(exported) : []
  const contracts = values.flat().map((value) => (isRecord(value) && 'contract' in value ? value['contract'] : value))
  const declared = [...new Set(contracts)].filter(isDeclaration)
  return declared.map((contract) => ({ contract, read: readOne(file, contract) }))
}

/** Whether it is a valid one is for `declare` to say. */
function isDeclaration(value: unknown): value is DeclaredToolContract {
  return isRecord(value) && 'toolName' in value
}

/** Packages that the user's project does not have come from our own dependencies. */
function ownCopies(file: string): Record<string, string> {
  const { resolve } = createRequire(file)
  const missing = ['@surety/tool-contracts', 'zod'].filter((name) => {
    try {
      return resolve(name) === ''
    } catch {
      return true
    }
  })
  return Object.fromEntries(missing.map((name) => [name, fileURLToPath(import.meta.resolve(name))]))
}

const MAX_ISSUES = 100
const MAX_WORDS = 500

function inputIssues(declaration: DeclaredToolContract, input: unknown): readonly InputIssue[] {
  const parsed = declare(declaration).input.parse(input)
  if (parsed.ok) return []
  return parsed.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, expected }) => ({ path, expected: expected.slice(0, MAX_WORDS) }))
}

type Predicate = Extract<Asked, { readonly index: number }>

function holds(declaration: DeclaredToolContract, { ask, index, input, output }: Predicate): boolean {
  const contract = declare(declaration)
  const given = contract.input.parse(input)
  const fields = given.ok && isRecord(given.value) ? { ...given.value } : undefined
  if (fields === undefined) return ask === 'approval'
  if (ask === 'approval') {
    const { approval, toolName } = contract
    if (typeof approval === 'string') return approval === 'always'
    const verdict: unknown = approval(fields, { toolName, role: undefined, principal: 'surety', traceId: 'surety' })
    return verdict !== false
  }
  if (ask === 'preconditions')
    return evaluatePreconditions(contract.preconditions.slice(index, index + 1), fields).passed
  const produced = contract.output.parse(output)
  if (!produced.ok) return false
  const context = { ...(isRecord(produced.value) ? produced.value : {}), $input: fields, $output: produced.value }
  return evaluatePostconditions(contract.postconditions.slice(index, index + 1), context).passed
}

/** Every reason a contract is refused for, or the one thing that was thrown, at its place where the error names one. */
function faultsOf(file: string, error: unknown): readonly CodeFault[] {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const [, after = ''] = `${message}\n${stack}`.split(`${file}:`)
  const [, line = '1', column = '1'] = /^(\d+):(\d+)/.exec(after) ?? []
  const place = { line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) }
  const reasons = error instanceof Error && 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : []
  if (reasons.length > 0) return reasons.map((reason) => ({ ...place, message: String(reason) }))
  const [said = ''] = message.split('\n')
  const plain = said.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return [{ ...place, message: `Its code cannot be loaded: ${plain.slice(0, MAX_SAID)}`, fix: 'Correct the code.' }]
}

const MAX_SAID = 250
