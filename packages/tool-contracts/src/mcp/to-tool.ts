import { ContractError, type DeclaredToolContract } from '../contract/contract.ts'
import { declare } from '../contract/declare.ts'
import { effectSentence, readsOnly } from '../contract/describe.ts'
import type { PreconditionPredicate } from '../contract/predicates.ts'
import type { JsonSchema } from '../contract/shape.ts'
import { META, type McpTool } from './types.ts'

/** The MCP definition of a contract: what `tools/list` should say, annotations and effects included. */
export function toTool(contract: DeclaredToolContract): McpTool {
  const { toolName, title, description } = contract
  const { input, output } = declare(contract)
  const inputSchema = objectSchema(input.jsonSchema)
  if (inputSchema === undefined) {
    throw new ContractError(`The contract of '${toolName}'`, ['MCP tools take an object: inputSchema must be one.'])
  }
  const outputSchema = objectSchema(output.jsonSchema)
  return {
    name: toolName,
    ...(title !== undefined && { title }),
    description: `${description.trim()} ${effectSentence(contract)}`,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { ...(title !== undefined && { title }), ...hints(contract) },
    _meta: { [META.contract]: promises(contract) },
  }
}

/** Hints follow from the contract; a server's own annotations never loosen them. Of a network it does not name nothing is claimed: MCP takes that for an open world. */
function hints(contract: DeclaredToolContract): Omit<McpTool['annotations'], 'title'> {
  const { capabilities, network, idempotent = false } = contract
  return {
    readOnlyHint: readsOnly(contract),
    destructiveHint: capabilities.some((capability) => DESTRUCTIVE.has(capability)),
    idempotentHint: idempotent,
    ...(network !== undefined && { openWorldHint: network !== 'none' && network.length > 0 }),
  }
}

const DESTRUCTIVE: ReadonlySet<string> = new Set(['DELETE', 'ADMIN', 'SCHEMA_MUTATION'])

/** What MCP has no field for, so that an agent can plan with it. */
function promises(contract: DeclaredToolContract): Readonly<Record<string, unknown>> {
  const { capabilities, dependencies, errorCodes, constraints, examples, deterministic, approval = 'never' } = contract
  const { limits } = declare(contract)
  const all = {
    capabilities,
    dependencies,
    errors: errorCodes,
    approval: typeof approval === 'function' ? 'conditional' : approval,
    deterministic,
    preconditions: contract.preconditions?.map(saidOf),
    postconditions: contract.postconditions?.map(saidOf),
    limits,
    constraints,
    examples,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function saidOf({ description, errorCode }: PreconditionPredicate): Readonly<Record<string, string>> {
  return { description, errorCode }
}

/** The schema if its values are objects, as every MCP revision can publish it. */
function objectSchema(schema: JsonSchema): (JsonSchema & { readonly type: 'object' }) | undefined {
  if (schema['type'] === 'object') return { ...schema, type: 'object' }
  const alternatives = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  const areObjects = Array.isArray(alternatives) && alternatives.length > 0 && alternatives.every(isObjectSchema)
  return areObjects ? { ...schema, type: 'object' } : undefined
}

function isObjectSchema(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object'
}
