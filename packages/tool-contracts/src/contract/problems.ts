import { CAPABILITIES, isCapability } from './capabilities.ts'
import type { DeclaredToolContract } from './contract.ts'
import { suggestion } from './nearest.ts'
import { conditions, dependencies, errorCodes } from './problems-in-lists.ts'
import { examples, semanticTypes, sensitive } from './problems-with-schemas.ts'
import { isRecord } from './record.ts'
import { isZodSchema } from './shape.ts'
import { show } from './show.ts'
import { isToolName, MAX_NAME } from './tool-name.ts'

/** Every reason why a declaration is no valid contract; it may come from untyped code, so nothing is taken for granted. */
export function problemsOf(declaration: DeclaredToolContract): readonly string[] {
  if (!isRecord(declaration)) return ['A contract must be an object.']
  const readable = withLists(declaration)
  return [...SHAPE.flatMap((check) => check(declaration)), ...MEANING.flatMap((check) => check(readable))]
}

type Check = (declaration: DeclaredToolContract) => readonly string[]

const SHAPE: readonly Check[] = [fields, naming, schemas, lists, flags, limits, fileRoot, approval]
const MEANING: readonly Check[] = [
  capabilities,
  conditions,
  dependencies,
  errorCodes,
  effects,
  semanticTypes,
  sensitive,
  examples,
]

const LISTS = [
  'preconditions',
  'postconditions',
  'dependencies',
  'errorCodes',
  'writes',
  'sensitive',
  'constraints',
  'examples',
] as const

/** Every field a contract can have; the compiler finds one that is missing here. */
const FIELDS: Readonly<Record<keyof DeclaredToolContract, true>> = {
  toolName: true,
  description: true,
  inputSchema: true,
  outputSchema: true,
  inputSemanticTypes: true,
  outputSemanticTypes: true,
  preconditions: true,
  postconditions: true,
  dependencies: true,
  capabilities: true,
  resourceLimits: true,
  title: true,
  idempotent: true,
  errorCodes: true,
  deterministic: true,
  sideEffects: true,
  writes: true,
  network: true,
  approval: true,
  constraints: true,
  examples: true,
  sensitive: true,
  fileRoot: true,
}

/** A misspelt field would promise or forbid nothing, without a word. */
function fields(declaration: DeclaredToolContract): string[] {
  return Object.keys(declaration)
    .filter((key) => !Object.hasOwn(FIELDS, key))
    .map((key) => `A contract has no field '${key}'.${suggestion(key, Object.keys(FIELDS))}`)
}

/** The declaration with a list, without holes, wherever there should be one. */
function withLists(declaration: DeclaredToolContract): DeclaredToolContract {
  const lists = LISTS.map((key) => {
    const list: unknown = declaration[key]
    return [key, Array.isArray(list) ? Array.from(list) : []]
  })
  return { ...declaration, ...Object.fromEntries(lists) }
}

function naming({ toolName, description }: DeclaredToolContract): string[] {
  const problems: string[] = []
  if (!isToolName(toolName)) {
    problems.push(`toolName must be 1 to ${MAX_NAME} visible characters without spaces, but is ${show(toolName)}.`)
  }
  const isSaid = typeof description === 'string' && description.trim() !== ''
  return isSaid ? problems : [...problems, 'description must say what the tool does.']
}

function schemas(declaration: DeclaredToolContract): string[] {
  return (['inputSchema', 'outputSchema'] as const)
    .filter((side) => !isZodSchema(declaration[side]))
    .map(
      (side) => `${side} must be a Zod 4 schema, such as z.object({ … }) of zod ^4, but is ${show(declaration[side])}.`,
    )
}

function lists(declaration: DeclaredToolContract): string[] {
  return LISTS.filter((key) => declaration[key] !== undefined && !Array.isArray(declaration[key])).map(
    (key) => `${key} must be an array.`,
  )
}

function flags(declaration: DeclaredToolContract): string[] {
  return (['idempotent', 'deterministic'] as const)
    .filter((key) => declaration[key] !== undefined && typeof declaration[key] !== 'boolean')
    .map((key) => `${key} must be true or false, but is ${show(declaration[key])}.`)
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1

function limits({ resourceLimits }: DeclaredToolContract): string[] {
  if (resourceLimits === undefined) return []
  if (!isRecord(resourceLimits)) return ['resourceLimits must be an object.']
  const given: Readonly<Record<string, unknown>> = resourceLimits
  const known = ['timeoutMs', 'memoryMb', 'maxOutputBytes']
  const problems = Object.keys(given).flatMap((key) => {
    if (!known.includes(key)) return [`resourceLimits has no field '${key}'.${suggestion(key, known)}`]
    const isFine = given[key] === undefined || isPositive(given[key])
    return isFine ? [] : [`resourceLimits.${key} must be a number greater than 0, but is ${show(given[key])}.`]
  })
  const isTooLong = isPositive(given['timeoutMs']) && given['timeoutMs'] > MAX_TIMEOUT_MS
  return isTooLong ? [...problems, `resourceLimits.timeoutMs must be at most ${MAX_TIMEOUT_MS} (24 days).`] : problems
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function fileRoot({ fileRoot }: DeclaredToolContract): string[] {
  const isPath = fileRoot === undefined || (typeof fileRoot === 'string' && fileRoot !== '')
  return isPath ? [] : ['fileRoot must be a path.']
}

function approval({ approval }: DeclaredToolContract): string[] {
  const isRule = approval === undefined || approval === 'always' || approval === 'never'
  return isRule || typeof approval === 'function' ? [] : ["approval must be 'always', 'never' or a function."]
}

function capabilities({ capabilities }: DeclaredToolContract): string[] {
  if (!Array.isArray(capabilities) || capabilities.length === 0) {
    return [`capabilities must name at least one of ${CAPABILITIES.join(', ')}.`]
  }
  return Array.from<unknown>(capabilities)
    .filter((name) => !isCapability(name))
    .map((name) => {
      const hint = typeof name === 'string' ? suggestion(name, CAPABILITIES) : ''
      return `capabilities has ${show(name)}, which is none of ${CAPABILITIES.join(', ')}.${hint}`
    })
}

function effects({ sideEffects, writes = [], network }: DeclaredToolContract): string[] {
  const problems: string[] = []
  const isKnown = sideEffects === undefined || sideEffects === 'none' || sideEffects === 'filesystem'
  if (!isKnown) problems.push("sideEffects must be 'none' or 'filesystem'.")
  if (sideEffects === 'none' && writes.length > 0) problems.push("sideEffects is 'none', but writes names paths.")
  if (!writes.every(isText)) problems.push('writes must be a list of globs.')
  const isNetwork = network === undefined || network === 'none' || network === 'any'
  const isHosts = Array.isArray(network) && Array.from(network).every(isText)
  return isNetwork || isHosts ? problems : [...problems, "network must be 'none', 'any' or a list of host:port."]
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
