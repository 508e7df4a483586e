import type { Issue } from '@surety/tool-contracts/tools'
import { type Json, outputOf } from '@surety/tool-contracts/tools'
import type { CompiledSchema } from '../../author/contract-file.ts'
import type { ResultAnswer, SchemaIssue } from '../../judge/call-evidence.ts'
import { pointer } from '../pointer.ts'

type Said = Pick<ResultAnswer, 'content' | 'structuredContent'>

/** What an answer says as the tool's output: what a guard would hold to the schema, or without one what is wished for. */
export function readOutput(
  said: Said,
  schema: CompiledSchema | undefined,
  isWished: (output: unknown) => boolean = () => true,
): Json {
  const isWanted = schema === undefined ? isWished : (output: unknown) => schema.parse(output).ok
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer is JSON, and so is what its text is parsed into
  return outputOf(said, isWanted) as Json
}

/** Where the output breaks the schema. */
export function outputIssues(output: Json, schema: CompiledSchema): readonly SchemaIssue[] {
  const parsed = schema.parse(output)
  return parsed.ok ? [] : parsed.issues.map(schemaIssue)
}

function schemaIssue({ path, expected, received }: Issue): SchemaIssue {
  const where = pointer(path)
  const found = received === undefined ? 'is missing' : `is ${JSON.stringify(received)?.slice(0, 200)}`
  return { path: where, message: `${where || 'The output'} must be ${expected}, but ${found}.` }
}
