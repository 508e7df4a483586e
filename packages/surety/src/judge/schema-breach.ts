import type { CallEvidence, SchemaIssue } from './call-evidence.ts'
import type { ContractPath, ToolEvidence } from './evidence.ts'
import { withheldOutput } from './withheld-output.ts'
import { count, cut, withoutDot } from './words.ts'

export interface SchemaBreach {
  /** JSON pointer of the first issue; empty for the whole. */
  readonly path: string
  readonly message: string
  /** Where the contract names the schema. */
  readonly at: ContractPath
}

const OUTPUT_SCHEMA: ContractPath = ['contract', 'output_schema']

/** How an answer breaks the output schema, if it does; an error answer needs no structured content. */
export function schemaBreach(call: CallEvidence, tool: ToolEvidence): SchemaBreach | undefined {
  const { answer, purpose } = call
  const withheld = withheldOutput(call, tool)
  if (withheld !== undefined)
    return {
      path: '',
      message: `The server withheld its result, which breaks the output schema: ${withoutDot(cut(withheld.replaceAll(/\s+/g, ' ').trim(), 400))}.`,
      at: OUTPUT_SCHEMA,
    }
  if (answer.kind !== 'result') return undefined
  if (purpose === 'invalid' && !answer.isError) return undefined
  const isText = answer.structuredContent === undefined
  if (isText && !answer.isError && tool.definition.outputSchema !== undefined)
    return {
      path: '',
      message: 'The answer has no structuredContent, although the tool has an output schema.',
      at: OUTPUT_SCHEMA,
    }
  const [first] = answer.schemaIssues ?? []
  if (first === undefined || answer.schemaIssues === undefined) return brokenExpectation(call)
  return {
    path: first.path,
    message: `${isText ? 'The text of the answer' : 'structuredContent'} breaks the output schema: ${told(answer.schemaIssues)}.`,
    at: OUTPUT_SCHEMA,
  }
}

const TOLD = 3

function told(issues: readonly SchemaIssue[]): string {
  const first = issues.slice(0, TOLD).map(({ message }) => withoutDot(message))
  const others = issues.length - first.length
  return [...first, ...(others === 0 ? [] : [`and ${count(others, 'more issue')}`])].join('; ')
}

function brokenExpectation({ broken }: CallEvidence): SchemaBreach | undefined {
  const schemas = broken.filter(({ kind }) => kind === 'schema')
  const [first] = schemas
  if (first === undefined) return undefined
  const rest = schemas.length > 1 ? ` (${count(schemas.length - 1, 'more issue')})` : ''
  return { path: '', message: `${first.message}${rest}`, at: first.at }
}
