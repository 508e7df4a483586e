import { CAPABILITIES, type CapabilityTag } from '@surety/tool-contracts'
import type { Approval, Condition, ContractFile, Guarantees, Problem } from './contract-file.ts'
import { tests } from './contract-tests.ts'
import { exampleTests } from './example-tests.ts'
import { NO_GUARANTEES, guarantees } from './guarantees.ts'
import { inlineSemanticTypes } from './inline-semantic-types.ts'
import { ignored, semanticTypes } from './contract-parts.ts'
import { version } from './yaml/version.ts'
import { anything, record } from './yaml/mapping.ts'
import { knownSchema, misfits } from './misfits.ts'
import type { OpenedYaml } from './yaml/open-yaml.ts'
import { type Reader, flag, listOf, oneOf, text as words, whole } from './yaml/reader.ts'
import { schemaReference } from './schema/schema-reference.ts'
import { checkErrors, statedErrors } from './stated-errors.ts'
import { sensitivePath } from './yaml/texts.ts'
import { toolName } from './yaml/visible-name.ts'

/** A contract, or everything that is wrong with it. */
export type ReadContract =
  | { readonly ok: true; readonly contract: ContractFile }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      /** As far as it could be read: what else is wrong is found by it, and nothing is promised by it. */
      readonly contract?: ContractFile
    }

/** How a notation writes its conditions. */
export interface Predicates {
  readonly preconditions: Reader<readonly Condition[]>
  readonly postconditions: Reader<readonly Condition[]>
  readonly approval: Reader<Approval>
}

/** The contract that an opened file holds. */
export function contractIn(opened: OpenedYaml, fields: ContractFields): ReadContract {
  const { source, entry, problems, locate } = opened
  if (entry === undefined) return { ok: false, problems }
  const refused = (contract?: ContractFile): ReadContract => {
    const { value } = entry.at('tool')
    return {
      ok: false,
      problems: problems.map((problem) => ({ ...problem, ...(typeof value === 'string' ? { tool: value } : {}) })),
      ...(contract !== undefined && { contract }),
    }
  }

  const read = fields.read(entry)
  checkErrors(entry.at('errors'), read?.idempotent === true)
  if (read?.tool === undefined) return refused()

  const { guarantees = NO_GUARANTEES, limits } = read
  const examples = (read.examples ?? []).map(({ input, output }) => ({
    input,
    ...(output === undefined ? {} : { output }),
  }))
  const contract: ContractFile = {
    file: source.file,
    tool: read.tool,
    description: read.description,
    inputSchema: read.contract?.input_schema,
    outputSchema: read.contract?.output_schema,
    guarantees,
    limits: { timeoutMs: limits?.timeout_ms, memoryMb: limits?.memory_mb, maxOutputBytes: limits?.max_output_bytes },
    capabilities: [...new Set(read.capabilities ?? impliedCapabilities(guarantees))],
    semanticTypes: {
      input: { ...inlineSemanticTypes(knownSchema(read.contract?.input_schema)), ...read.semantic_types?.input },
      output: { ...inlineSemanticTypes(knownSchema(read.contract?.output_schema)), ...read.semantic_types?.output },
    },
    idempotent: read.idempotent,
    errors: read.errors,
    preconditions: read.preconditions ?? [],
    postconditions: read.postconditions ?? [],
    approval: read.approval ?? 'never',
    sensitive: read.sensitive ?? [],
    constraints: read.constraints ?? [],
    examples,
    ignore: read.ignore ?? [],
    tests: [...(read.tests ?? []), ...exampleTests(examples)],
    locate,
  }
  const known = { input: knownSchema(contract.inputSchema), output: knownSchema(contract.outputSchema) }
  for (const { path, message } of misfits(contract, known)) opened.say(path, message, MISFIT)
  return problems.length > 0 ? refused(contract) : { ok: true, contract }
}

const MISFIT = 'Correct it, or the schema.'
const MAX_MS = 2 ** 31 - 1
const MAX_WHOLE = Number.MAX_SAFE_INTEGER

export type ContractFields = ReturnType<typeof contractFields>

// Its type is what its readers make it.
export const contractFields = (predicates: Predicates) =>
  record(
    {
      version,
      tool: toolName,
      description: words,
      contract: record({ input_schema: schemaReference, output_schema: schemaReference }),
      guarantees,
      capabilities: listOf(oneOf(CAPABILITIES), 1),
      semantic_types: record({ input: semanticTypes, output: semanticTypes }),
      idempotent: flag,
      errors: statedErrors,
      ...predicates,
      limits: record({
        timeout_ms: whole(1, MAX_MS),
        memory_mb: whole(1, MAX_WHOLE),
        max_output_bytes: whole(1, MAX_WHOLE),
      }),
      sensitive: listOf(sensitivePath),
      constraints: listOf(words),
      examples: listOf(record({ input: anything, output: anything }, ['input'])),
      ignore: listOf(ignored),
      tests,
    },
    ['version', 'tool', 'contract'],
  )

/** Where a contract names no capabilities, its effects do. */
function impliedCapabilities({ sideEffects, writes }: Guarantees): readonly CapabilityTag[] {
  if (sideEffects === 'filesystem' || writes.length > 0) return ['READ', 'WRITE']
  return sideEffects === 'none' ? ['READ'] : ['EXECUTE']
}
