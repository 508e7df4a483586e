import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import type { CompiledCondition, CompiledTool } from '../module.ts'
import type { GeneratedTool } from './generated-tool.ts'
import { block, docComment, literal, propertyKey } from './source-text.ts'

/** `contracts.ts`: the contract of each tool, to be given a handler by `defineTool`. */
export function contractsFile(tools: readonly GeneratedTool[]): string {
  if (tools.length === 0) return 'export {}\n'
  const names = tools.flatMap(({ input, output }) => [input.name, output.name])
  const imports = `import type { DeclaredToolContract } from '@surety/tool-contracts'
${block('import {', names, '}')} from './schemas.js'
`
  return [imports, ...tools.map(contractOf)].join('\n')
}

function contractOf({ tool, contract, input, output }: GeneratedTool): string {
  const codes = codesOf(tool)
  const types = [
    `typeof ${input.name}`,
    `typeof ${output.name}`,
    literal(tool.tool),
    unionOf(tool.guarantees.dependencies ?? []),
    unionOf(codes.map(({ code }) => code)),
  ]
  const fields = Object.entries({
    toolName: tool.tool,
    description: tool.description,
    ...declared(tool),
    ...(codes.length > 0 && { errorCodes: codes }),
  }).map(([key, value]) => `${propertyKey(key)}: ${literal(value)}`)
  const schemas = [`inputSchema: ${input.name}`, `outputSchema: ${output.name}`]
  const [name = '', description = '', ...rest] = fields
  const type = `DeclaredToolContract<${types.join(', ')}>`
  return `${comment(tool)}export const ${contract}: ${type} = ${block('{', [name, description, ...schemas, ...rest], '}')}\n`
}

/** Conditions are said, not generated: what is written in CEL or in another file is nothing that TypeScript could run here. */
function comment(tool: CompiledTool): string {
  const { preconditions, postconditions, approval } = tool
  return docComment([
    `The contract of \`${tool.tool}\`, for \`defineTool\`.`,
    ...conditions('Preconditions, to be added with `createPrecondition`:', preconditions),
    ...conditions('Postconditions, to be added with `createPostcondition`:', postconditions),
    ...(isConditional(approval) ? ['', `Approval is asked for always; the contract asks where: ${approval}`] : []),
  ])
}

function conditions(title: string, list: readonly CompiledCondition[]): string[] {
  if (list.length === 0) return []
  return ['', title, ...list.map(({ errorCode, description, check }) => `- ${errorCode}: ${description}: ${check}`)]
}

function isConditional(approval: string): boolean {
  return approval !== 'never' && approval !== 'always'
}

/** What the contract states, and nothing it leaves out. */
function declared(tool: CompiledTool): JsonObject {
  const { guarantees, semanticTypes, approval } = tool
  const all: Readonly<Record<string, Json | undefined>> = {
    inputSemanticTypes: unlessEmpty(semanticTypes.input),
    outputSemanticTypes: unlessEmpty(semanticTypes.output),
    dependencies: guarantees.dependencies,
    capabilities: tool.capabilities,
    resourceLimits: limitsOf(tool),
    idempotent: tool.idempotent,
    deterministic: guarantees.deterministic,
    sideEffects: guarantees.sideEffects,
    writes: guarantees.writes.length > 0 ? guarantees.writes : undefined,
    network: guarantees.network,
    approval: isConditional(approval) ? 'always' : approval,
    constraints: tool.constraints.length > 0 ? tool.constraints : undefined,
    sensitive: tool.sensitive.length > 0 ? tool.sensitive : undefined,
    examples: examplesOf(tool),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  )
}

function limitsOf({ limits, guarantees }: CompiledTool): JsonObject | undefined {
  const { timeoutMs, memoryMb, maxOutputBytes } = limits
  const memory = guarantees.memoryBytes === undefined ? undefined : Math.ceil(guarantees.memoryBytes / 2 ** 20)
  const stated = [
    ['timeoutMs', timeoutMs ?? guarantees.maxExecutionMs] as const,
    ['memoryMb', memoryMb ?? memory] as const,
    ['maxOutputBytes', maxOutputBytes ?? guarantees.maxOutputBytes] as const,
  ]
  return unlessEmpty(Object.fromEntries(stated.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))))
}

/** An example was read from a file of JSON or YAML: it is data. */
function examplesOf({ examples }: CompiledTool): Json | undefined {
  if (examples.length === 0) return undefined
  const data: Json = JSON.parse(JSON.stringify(examples))
  return data
}

/** The codes of its own, and those of its conditions. */
function codesOf({
  errors = [],
  preconditions,
  postconditions,
}: CompiledTool): readonly (JsonObject & { code: string })[] {
  const own = errors.map(({ code, description, retryable }) => ({
    code,
    description,
    ...(retryable && { retryable: true }),
  }))
  const ofConditions = [...preconditions, ...postconditions].map(({ errorCode: code, description }) => ({
    code,
    description,
  }))
  return [...new Map([...ofConditions, ...own].map((entry) => [entry.code, entry])).values()]
}

function unionOf(texts: readonly string[]): string {
  return texts.length === 0 ? 'never' : [...new Set(texts)].map(literal).join(' | ')
}

function unlessEmpty<T extends JsonObject>(entries: T): T | undefined {
  return Object.keys(entries).length === 0 ? undefined : entries
}
