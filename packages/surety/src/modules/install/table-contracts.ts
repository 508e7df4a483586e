import type { Approval, ContractFile, SchemaReference } from '../../author/contract-file.ts'
import { exampleTests } from '../../author/example-tests.ts'
import { FILE_START } from '../diagnostic.ts'
import type { CompiledTool } from '../module.ts'
import type { InstalledSet } from './installed-set.ts'

/** The contracts of the tools that tables make: they stand in `file`, the set's modules.json, and in no file of their own. */
export function tableContracts({ modules }: InstalledSet, file: string): readonly ContractFile[] {
  return modules.flatMap(({ manifest, tools }) =>
    tools.filter((tool) => tool.file === manifest.tables).map((tool) => asRead(tool, file)),
  )
}

function asRead(tool: CompiledTool, file: string): ContractFile {
  const side = (schema: CompiledTool['inputSchema']): SchemaReference | undefined =>
    schema && { kind: 'schema', schema, from: file }
  return {
    ...tool,
    file,
    inputSchema: side(tool.inputSchema),
    outputSchema: side(tool.outputSchema),
    // Tables have no conditions, neither on calls nor on who approves them.
    preconditions: [],
    postconditions: [],
    approval: approvalOf(tool),
    ignore: [],
    tests: exampleTests(tool.examples),
    locate: () => FILE_START,
  }
}

function approvalOf({ approval }: CompiledTool): Approval {
  return approval === 'never' ? 'never' : 'always'
}
