import { posix, resolve } from 'node:path'
import { contractIn } from '../author/contract-in.ts'
import type { ContractFile, Problem, SchemaReference } from '../author/contract-file.ts'
import type { LoadedCode } from '../author/code/load-code.ts'
import { fieldsFor } from '../author/load-contracts.ts'
import { openYaml } from '../author/yaml/open-yaml.ts'
import { type KnownCode, NO_CODE, type ReadCode, readCode } from './code/read-code.ts'
import { fromProblem } from './diagnostic.ts'
import type { FoundContract } from './find-module-contracts.ts'
import type { ModuleFiles } from './module-files.ts'
import type { Diagnostic } from './module.ts'
import type { ReadOptions } from './read-module.ts'

/** The contracts that were found among the module's `paths`. Code runs only in processes that `startCode` makes. */
export async function readContracts(
  files: ModuleFiles,
  root: string,
  found: readonly FoundContract[],
  paths: readonly string[],
  options: ReadOptions,
  known: KnownCode,
): Promise<ReadCode> {
  const contracts: ContractFile[] = []
  const broken: ContractFile[] = []
  const problems: Problem[] = []
  for (const one of found.filter(({ notation }) => notation === 'yaml')) {
    const read = await readYaml(files, one)
    contracts.push(...read.contracts)
    broken.push(...(read.broken ?? []))
    problems.push(...read.problems)
  }
  const code = found.filter(({ notation }) => notation === 'code')
  const loaded = code.length === 0 ? NO_CODE : await readCode(files, root, code, paths, options, known)
  return {
    ...loaded,
    contracts: [...contracts, ...loaded.contracts],
    broken: [...broken, ...(loaded.broken ?? [])],
    problems: [...problems, ...loaded.problems],
  }
}

async function readYaml(files: ModuleFiles, { path, naming }: FoundContract): Promise<Omit<LoadedCode, 'end'>> {
  const source = files.read(path, naming)
  if (source === undefined) return NO_CODE
  const file = `${files.shown}/${path}`
  const opened = openYaml(source.text, { path: resolve(files.folder, path), file, quotes: false })
  const read = contractIn(opened, await fieldsFor(opened))
  const { contract } = read
  if (contract === undefined) return { contracts: [], broken: [], problems: read.ok ? [] : read.problems }
  const areKept = schemaFiles(contract).map((named) => keepSchema(files, contract, path, named))
  // Of a schema that is refused nothing is told.
  const shown = areKept.every(Boolean) ? contract : { ...contract, inputSchema: undefined, outputSchema: undefined }
  if (!read.ok) return { contracts: [], broken: [shown], problems: read.problems }
  return shown === contract
    ? { contracts: [contract], broken: [], problems: [] }
    : { contracts: [], broken: [shown], problems: [] }
}

interface NamedSchema {
  readonly key: readonly (string | number)[]
  readonly reference: SchemaReference | undefined
}

function schemaFiles({ file, inputSchema, outputSchema, tests }: ContractFile): readonly NamedSchema[] {
  const all: readonly NamedSchema[] = [
    { key: ['contract', 'input_schema'], reference: inputSchema },
    { key: ['contract', 'output_schema'], reference: outputSchema },
    ...tests.map(({ at, expect }) => ({ key: [...at, 'expect', 'output_schema'], reference: expect?.outputSchema })),
  ]
  return all.filter(({ reference }) => reference?.kind === 'schema' && reference.from !== file)
}

/** A schema's file is one of the module's: kept, or refused as any other. */
function keepSchema(
  files: ModuleFiles,
  contract: ContractFile,
  contractPath: string,
  { key, reference }: NamedSchema,
): boolean {
  if (reference?.kind !== 'schema') return true
  const naming = { file: contract.file, ...contract.locate(key), key: `'${key.join('.')}'` }
  return files.read(posix.join(posix.dirname(contractPath), reference.from), naming) !== undefined
}

/** What is wrong with a contract, by what it concerns: each message begins with its key. */
export function contractDiagnostic(problem: Problem): Diagnostic {
  const isSemantic = problem.message.startsWith("'semantic_types")
  return fromProblem(isSemantic ? 'SEMANTIC_TYPE_INVALID' : 'CONTRACT_INVALID', problem)
}
