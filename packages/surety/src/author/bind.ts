import { compileSchema } from './schema/compile-schema.ts'
import type { CompiledSchema, ContractFile, Problem, SchemaReference } from './contract-file.ts'
import { knownSchema, misfits } from './misfits.ts'
import type { Path } from './yaml/offset-of.ts'
import { nameOf, show } from './yaml/reader.ts'
import { withSemanticTypes } from './schema/semantic-schema.ts'

/** A tool's schemas as its server lists them. */
export interface Listing {
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
}

/** A contract's schemas, now that its server is known. */
export interface Bound {
  /** Undefined where neither the contract nor the server has one, or it does not compile. */
  readonly input: CompiledSchema | undefined
  readonly output: CompiledSchema | undefined
  /** By test: the schema its `expect.output_schema` holds the output to. */
  readonly tests: readonly (CompiledSchema | undefined)[]
  readonly problems: readonly Problem[]
}

/** Resolves what the contract only names, and compiles it all; never throws. */
export function bind(contract: ContractFile, listing: Listing): Bound {
  const problems: Problem[] = []
  const say = (path: Path, message: string, fix?: string): void => {
    const { file, tool, locate } = contract
    problems.push({ file, tool, ...locate(path), message, ...(fix !== undefined && { fix }) })
  }
  const resolve = (reference: SchemaReference | undefined, listed: unknown, path: Path): CompiledSchema | undefined => {
    const schema = knownSchema(reference) ?? listed
    const compiled = schema === undefined ? undefined : compileSchema(schema)
    if (compiled === undefined || compiled.ok) return compiled?.schema
    const isOwn = reference?.kind === 'schema'
    const whose = isOwn ? nameOf(path) : `The server's own ${String(path.at(-1)).replace('_', ' ')}`
    const fix = isOwn ? undefined : 'Correct the schema in the server.'
    say(reference === undefined ? ['tool'] : path, `${whose} does not compile: ${compiled.reason}`, fix)
    return undefined
  }

  const input = resolve(contract.inputSchema, listing.inputSchema, ['contract', 'input_schema'])
  const output = resolve(contract.outputSchema, listing.outputSchema, ['contract', 'output_schema'])
  for (const { path, message } of misfits(contract, { input: input?.jsonSchema, output: output?.jsonSchema }))
    say(path, message)
  const tests = contract.tests.map(({ at, expect }) => {
    const reference = expect?.outputSchema
    if (reference === undefined) return undefined
    return reference.kind === 'name' ? output : resolve(reference, undefined, [...at, 'expect', 'output_schema'])
  })
  const bound = {
    input: withSemanticTypes(input, contract.semanticTypes.input),
    output: withSemanticTypes(output, contract.semanticTypes.output),
  }
  return { ...bound, tests, problems }
}

/** What is wrong with the value, if anything is. */
export function firstIssue(schema: CompiledSchema | undefined, value: unknown): string | undefined {
  const parsed = schema?.parse(value)
  if (parsed === undefined || parsed.ok) return undefined
  const [{ path, expected, received }] = parsed.issues
  const found = received === undefined ? 'missing' : show(received)
  return `${path.length === 0 ? 'it' : nameOf(path)} must be ${expected}, but is ${found}.`
}
