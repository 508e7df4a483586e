import { type StandardErrorCode, StandardErrorCodes } from '@surety/tool-contracts'
import { RULES } from '../judge/rules/index.ts'
import { DIAGNOSTIC_CODES } from '../modules/diagnostic-codes.ts'
import { WHAT_TO_DO } from './what-to-do.ts'

/** What a code means, wherever it comes from. */
export interface Explained {
  readonly code: string
  readonly kind: 'rule' | 'error' | 'diagnostic' | 'declared'
  readonly title: string
  readonly meaning: string
  readonly fix: string
}

/** A contract, as far as its error codes go. */
export interface DeclaresCodes {
  readonly toolName: string
  readonly errorCodes?: readonly Declared[]
  readonly preconditions?: readonly Condition[]
  readonly postconditions?: readonly Condition[]
}

interface Declared {
  readonly code: string
  readonly description: string
}

interface Condition {
  readonly errorCode: string
  readonly description: string
}

export function explainCode(code: string, contracts: readonly DeclaresCodes[]): Explained | undefined {
  const rule = RULES.find((one) => one.code === code)
  if (rule !== undefined)
    return { code, kind: 'rule', title: rule.title, meaning: `${rule.means} ${rule.why}`, fix: rule.fix }
  if (isStandard(code)) {
    const { description, statusCode } = StandardErrorCodes[code]
    return { code, kind: 'error', title: `Status ${statusCode}`, meaning: description, fix: WHAT_TO_DO[code] }
  }
  const declared = meaningsIn(code, contracts)
  const tools = [...new Set(declared.flatMap((one) => one.tools))]
  if (!isDiagnostic(code)) {
    const [first, ...others] = declared
    if (first === undefined) return undefined
    const meaning = others.length === 0 ? first.meaning : linesOf(declared)
    return { code, kind: 'declared', title: `Declared by ${tools.join(', ')}`, meaning, fix: asDeclared(tools) }
  }
  const { severity, description } = DIAGNOSTIC_CODES[code]
  const title = `modules.validate: ${severity}`
  if (declared.length === 0) return { code, kind: 'diagnostic', title, meaning: description, fix: MEND }
  return {
    code,
    kind: 'diagnostic',
    title: `${title}; declared by ${tools.join(', ')}`,
    meaning: linesOf([{ tools: ['modules.validate'], meaning: description }, ...declared]),
    fix: `${MEND} ${asDeclared(tools)}`,
  }
}

const MEND = 'modules.validate tells where it is and how to fix it: do that there, and validate again.'

function asDeclared([first = '', ...others]: readonly string[]): string {
  const whose = others.length === 0 ? `the contract of ${first}` : 'the contract of the tool that answered it'
  return `Read ${whose}: what the message names is yours to correct.`
}

/** What a code means where it comes from these tools. */
interface Meaning {
  readonly tools: readonly string[]
  readonly meaning: string
}

/** Tools that mean the same by a code stand together. */
function meaningsIn(code: string, contracts: readonly DeclaresCodes[]): readonly Meaning[] {
  const found = new Map<string, Set<string>>()
  for (const contract of contracts) {
    for (const one of codesOf(contract)) {
      if (one.code !== code) continue
      found.set(one.description, (found.get(one.description) ?? new Set()).add(contract.toolName))
    }
  }
  return [...found].map(([meaning, tools]) => ({ tools: [...tools], meaning }))
}

function linesOf(meanings: readonly Meaning[]): string {
  return meanings.map(({ tools, meaning }) => `${tools.join(', ')}: ${meaning}`).join('\n')
}

export function knownCodes(contracts: readonly DeclaresCodes[]): readonly string[] {
  return [
    ...RULES.map(({ code }) => code),
    ...Object.keys(StandardErrorCodes),
    ...Object.keys(DIAGNOSTIC_CODES),
    ...contracts.flatMap((contract) => codesOf(contract).map(({ code }) => code)),
  ]
}

/** A condition declares its code itself. */
function codesOf({ errorCodes = [], preconditions = [], postconditions = [] }: DeclaresCodes): readonly Declared[] {
  const conditions = [...preconditions, ...postconditions]
  return [...errorCodes, ...conditions.map(({ errorCode: code, description }) => ({ code, description }))]
}

function isStandard(code: string): code is StandardErrorCode {
  return Object.hasOwn(StandardErrorCodes, code)
}

function isDiagnostic(code: string): code is keyof typeof DIAGNOSTIC_CODES {
  return Object.hasOwn(DIAGNOSTIC_CODES, code)
}
