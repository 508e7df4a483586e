import type { SemanticType } from '@surety/tool-contracts'
import { type JsonSchema, type Parsed, canonicalJson, sha256, withSemanticTypes } from '@surety/tool-contracts/tools'
import { compileSchema } from '../author/schema/compile-schema.ts'
import type { ContractFile, SchemaReference, TestCase } from '../author/contract-file.ts'
import { positionIn } from '../author/yaml/reader.ts'
import { checkExamples } from './check-examples.ts'
import { checkSemanticTypes } from './check-semantic-types.ts'
import { type FilePlace, diagnostic, placeOf } from './diagnostic.ts'
import type { CompiledCondition, CompiledTool, Diagnostic, ModuleTool } from './module.ts'

export interface Compiled {
  readonly name: string
  /** Where its name stands. */
  readonly at: FilePlace
  /** Undefined where it has errors. */
  readonly tool: ModuleTool | undefined
  /** The tools that it depends on, and where it says so. */
  readonly dependencies: readonly NamedTool[]
  readonly diagnostics: readonly Diagnostic[]
}

interface NamedTool {
  readonly name: string
  readonly at: FilePlace
}

/** A contract as data; `file` is its path in the module's folder. Of one that is not whole only what is wrong is of use. */
export function compileTool(contract: ContractFile, file: string, isWhole = true): Compiled {
  const diagnostics: Diagnostic[] = []
  const side = (key: 'input' | 'output'): JsonSchema | undefined =>
    compileSide(contract, key, isWhole, (one) => diagnostics.push(one))
  const tests = contract.tests.filter(({ kind }) => kind === 'test').map(testDigest)
  const compiled: CompiledTool = {
    tool: contract.tool,
    description: contract.description ?? '',
    file,
    inputSchema: side('input'),
    outputSchema: side('output'),
    semanticTypes: contract.semanticTypes,
    capabilities: contract.capabilities,
    guarantees: contract.guarantees,
    limits: contract.limits,
    idempotent: contract.idempotent,
    errors: contract.errors,
    preconditions: contract.preconditions.map(conditionData),
    postconditions: contract.postconditions.map(conditionData),
    approval: typeof contract.approval === 'string' ? contract.approval : contract.approval.check,
    sensitive: contract.sensitive,
    constraints: contract.constraints,
    examples: contract.examples,
    ignore: contract.ignore,
    ...(tests.length > 0 && { tests }),
  }
  for (const [key, reference] of [
    ['input_schema', contract.inputSchema],
    ['output_schema', contract.outputSchema],
  ] as const) {
    if (reference?.kind !== 'schema' || !JSON.stringify(reference.schema).includes('"__proto__":')) continue
    const message = `'contract.${key}' has a key '__proto__', which programs take for something else.`
    const at = placeOf(contract, ['contract', key])
    diagnostics.push(diagnostic('SCHEMA_INVALID', at, message, 'Give the property another name.'))
  }
  diagnostics.push(...checkSemanticTypes(contract), ...(isWhole ? checkExamples(contract) : []))
  if (!isJson(compiled)) {
    const message = 'The contract has text that JSON cannot hold: half a character (a lone surrogate).'
    diagnostics.push(diagnostic('CONTRACT_INVALID', placeOf(contract, []), message, 'Write the whole character.'))
  }
  const isBroken = !isWhole || diagnostics.some(({ severity }) => severity === 'error')
  const at = placeOf(contract, ['tool'])
  return {
    name: contract.tool,
    at,
    tool: isBroken ? undefined : { compiled, contract },
    dependencies: dependenciesOf(contract),
    diagnostics,
  }
}

function dependenciesOf(contract: ContractFile): readonly NamedTool[] {
  const { dependencies = [] } = contract.guarantees
  return dependencies.map((name, index) => ({
    name,
    at: placeOf(contract, ['guarantees', 'dependencies', positionIn(dependencies, index)]),
  }))
}

function compileSide(
  contract: ContractFile,
  side: 'input' | 'output',
  isWhole: boolean,
  say: (one: Diagnostic) => void,
): JsonSchema | undefined {
  const key = `${side}_schema`
  const at = placeOf(contract, ['contract', key])
  const reference = side === 'input' ? contract.inputSchema : contract.outputSchema
  if (reference?.kind !== 'schema') {
    if (reference === undefined && !isWhole) return undefined
    say(diagnostic('SCHEMA_NOT_KNOWN', at, notKnown(key, reference), `Write the JSON Schema itself under '${key}'.`))
    return undefined
  }
  const { schema } = reference
  const compiled = compileSchema(schema)
  if (compiled.ok) return annotated(schema, contract.semanticTypes[side])
  say(diagnostic('SCHEMA_INVALID', at, `'contract.${key}' does not compile: ${compiled.reason}`, 'Correct the schema.'))
  return undefined
}

function notKnown(key: string, reference: SchemaReference | undefined): string {
  const what = reference === undefined ? 'is not given' : 'only names a schema'
  return `'contract.${key}' ${what}: only the live server knows it, so nothing here is checked against it.`
}

function annotated(jsonSchema: JsonSchema, types: Readonly<Record<string, SemanticType>>): JsonSchema {
  const shape = { jsonSchema, parse: (value: unknown): Parsed => ({ ok: true, value }) }
  return withSemanticTypes(shape, types, {}).jsonSchema
}

function conditionData({ description, errorCode, check }: CompiledCondition): CompiledCondition {
  return { description, errorCode, check }
}

function testDigest({ name, input, env, ignorePaths, expect }: TestCase): { name: string; sha256: string } {
  const schema = expect?.outputSchema
  // From which file it was read says nothing.
  const outputSchema = schema?.kind === 'schema' ? schema.schema : schema?.name
  const test = { input, env, ignorePaths, output: expect?.output, error: expect?.error, outputSchema }
  return { name, sha256: sha256(isJson(test) ? canonicalJson(test) : JSON.stringify(test)) }
}

function isJson(value: unknown): boolean {
  // As JSON writes half a character.
  if (!JSON.stringify(value).includes(String.raw`\ud`)) return true
  try {
    return canonicalJson(value) !== ''
  } catch {
    return false
  }
}
