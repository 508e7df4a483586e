import type { TableTool } from '@surety/tables'
import { resolve } from 'node:path'
import { anything } from '../author/yaml/mapping.ts'
import { codeData } from '../author/code/code-data.ts'
import { contractFields, contractIn } from '../author/contract-in.ts'
import { openData, openYaml } from '../author/yaml/open-yaml.ts'
import { oneOf } from '../author/yaml/reader.ts'
import { type Compiled, compileTool } from './compile-tool.ts'
import { diagnostic } from './diagnostic.ts'
import type { ModuleFiles, Naming } from './module-files.ts'
import type { ModuleTool } from './module.ts'

const NONE = { read: () => undefined, schema: anything.schema }
const FIELDS = contractFields({ preconditions: NONE, postconditions: NONE, approval: oneOf(['never', 'always']) })

/** The tools that a table configuration makes; what is wrong with it is said to `files`. */
export async function readTables(files: ModuleFiles, path: string, naming: Naming): Promise<readonly Compiled[]> {
  const source = files.read(path, naming)
  if (source === undefined) return []
  const file = `${files.shown}/${path}`
  const absolute = resolve(files.folder, path)
  const { ConfigurationError, createTableTools } = await import('@surety/tables')
  try {
    const tools = await createTableTools({ config: absolute, store: NO_ROWS })
    const opened = openYaml(source.text, { path: absolute, file })
    return tools.map(({ contract, table }, index) => {
      const place = opened.locate(['tables', index, 'toolId'])
      const read = contractIn(openData(plain(codeData(contract)), { path: absolute, file }, place), FIELDS)
      if (!read.ok) throw new Error(`The contract of a table breaks our own rules: ${read.problems[0]?.message}`)
      const compiled = compileTool(read.contract, path)
      return { ...compiled, tool: compiled.tool && asTableTool(compiled.tool, table) }
    })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    for (const { message, line = 1, column = 1 } of error.problems)
      files.diagnostics.push(
        diagnostic('TABLES_INVALID', { file, line, column }, message, 'Correct the configuration.'),
      )
    return []
  }
}

function asTableTool({ compiled }: ModuleTool, { tableName, columnMappings, audit }: TableTool['table']): ModuleTool {
  const mapped = Object.entries(columnMappings ?? {}).filter(([field, column]) => field !== column)
  const table = { tableName, columnMappings: Object.fromEntries(mapped), audit: audit ?? true }
  return { compiled: { ...compiled, table }, contract: undefined }
}

/** Without the keys that say nothing. */
function plain(data: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(data))
  return copy
}

const unused = (): never => {
  throw new Error('Contracts alone were asked for.')
}

/** Which database the rows go to is said where the tools are served; the contracts are the same on all. */
const NO_ROWS = {
  engine: 'sqlite',
  effects: {},
  prepare: () => Promise.resolve(),
  describe: unused,
  tableNames: unused,
  compile: unused,
  close: () => Promise.resolve(),
} as const
