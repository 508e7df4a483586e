import type { SemanticType } from '@surety/tool-contracts'
import type { CompiledSchema, ContractFile, SchemaReference } from '../author/contract-file.ts'
import { knownSchema } from '../author/misfits.ts'
import { compileSchema } from '../author/schema/compile-schema.ts'
import { withSemanticTypes } from '../author/schema/semantic-schema.ts'
import { nameOf } from '../author/yaml/reader.ts'
import { diagnostic, placeOf } from './diagnostic.ts'
import type { Diagnostic } from './module.ts'

/** Examples, and tests that expect an answer, which the contract itself would refuse. */
export function checkExamples(contract: ContractFile): readonly Diagnostic[] {
  const { examples, tests, semanticTypes } = contract
  // Examples are tests too.
  if (tests.length === 0) return []
  const input = heldTo(contract.inputSchema, semanticTypes.input)
  const output = heldTo(contract.outputSchema, semanticTypes.output)
  return [
    ...tests
      .filter(({ expect }) => expect?.error === undefined)
      .flatMap((test) => misfit(contract, [...test.at, 'input'], test.input, input, 'input')),
    ...examples.flatMap((one, index) =>
      'output' in one ? misfit(contract, ['examples', index, 'output'], one.output, output, 'output') : [],
    ),
  ]
}

function heldTo(
  reference: SchemaReference | undefined,
  types: Readonly<Record<string, SemanticType>>,
): CompiledSchema | undefined {
  const compiled = compileSchema(knownSchema(reference))
  return withSemanticTypes(compiled.ok ? compiled.schema : undefined, types)
}

function misfit(
  contract: ContractFile,
  path: readonly (string | number)[],
  value: unknown,
  schema: CompiledSchema | undefined,
  side: 'input' | 'output',
): readonly Diagnostic[] {
  const parsed = schema?.parse(value)
  if (parsed === undefined || parsed.ok) return []
  const where = nameOf([...path, ...parsed.issues[0].path])
  const message = `${where} is not what the contract's own ${side} schema and semantic types allow.`
  const fix = 'Correct it, or the schema; a test of a refusal says so by `expect: { error: INVALID_INPUT }`.'
  return [diagnostic('EXAMPLE_INVALID', placeOf(contract, path), message, fix)]
}
