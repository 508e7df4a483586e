import { CODE_PATTERN, standardCode } from '../codes.ts'
import type { DeclaredErrorCode, DeclaredToolContract } from './contract.ts'
import { isRecord } from './record.ts'
import { show } from './show.ts'
import { isToolName } from './tool-name.ts'

const CODE_FORM = 'a code is upper-case letters, digits and _, starting with a letter'

export function conditions({ preconditions = [], postconditions = [] }: DeclaredToolContract): string[] {
  return [...inKind('precondition', preconditions), ...inKind('postcondition', postconditions)]
}

function inKind(kind: string, conditions: readonly unknown[]): string[] {
  return conditions.flatMap((item) => {
    const { description, errorCode, evaluate } = isRecord(item) ? item : {}
    if (typeof evaluate !== 'function' || typeof description !== 'string') {
      return [`A ${kind} must have a description, an errorCode and an evaluate function.`]
    }
    return isCode(errorCode) ? [] : [`The ${kind} '${description}' has the errorCode ${show(errorCode)}; ${CODE_FORM}.`]
  })
}

export function dependencies({ toolName, dependencies = [] }: DeclaredToolContract): string[] {
  const problems = dependencies
    .filter((name: unknown) => !isToolName(name))
    .map((name: unknown) => `dependencies has ${show(name)}, which is no tool name.`)
  const isOwn = isToolName(toolName) && dependencies.includes(toolName)
  return isOwn ? [...problems, `'${toolName}' depends on itself.`] : problems
}

export function errorCodes({ errorCodes = [], idempotent }: DeclaredToolContract): string[] {
  const codes = errorCodes.map((entry) => entry?.code)
  return errorCodes.flatMap((entry, index) => [
    ...(isCode(codes[index]) && codes.indexOf(codes[index]) < index
      ? [`errorCodes declares ${codes[index]} twice.`]
      : []),
    ...inErrorCode(entry, idempotent === true),
  ])
}

function inErrorCode(entry: DeclaredErrorCode | undefined, idempotent: boolean): string[] {
  const { code, description, retryable }: Readonly<Record<string, unknown>> = { ...entry }
  if (!isCode(code)) return [`errorCodes has ${show(code)}; ${CODE_FORM}.`]
  const problems: string[] = []
  if (typeof description !== 'string' || description.trim() === '') problems.push('needs a description.')
  if (retryable !== undefined && typeof retryable !== 'boolean')
    problems.push('is retryable or not: say true or false.')
  if (retryable === true && !idempotent) {
    problems.push('is retryable, but the tool is not declared idempotent (INV-MCP-004).')
  }
  const standard = standardCode(code)
  if (standard?.raisedBy === 'host') problems.push('is a code that only the host raises; leave it out.')
  if (standard?.retryable === false && retryable === true) {
    problems.push('is a standard code and not retryable; leave retryable out.')
  }
  return problems.map((problem) => `errorCodes: ${code} ${problem}`)
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && CODE_PATTERN.test(value)
}
