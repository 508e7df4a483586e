import type { Issue } from '@surety/tool-contracts'
import type { CompiledSchema } from '../author/contract-file.ts'
import type { ResultAnswer, SchemaIssue } from '../judge/call-evidence.ts'
import type { Json } from '../judge/evidence.ts'
import { pointer } from './pointer.ts'

type Said = Pick<ResultAnswer, 'content' | 'structuredContent'>

/**
 * What an answer says as the tool's output, read as the library's guard reads it: structured content, else its text, as
 * data where that is JSON, unless only the text itself is what is wanted.
 */
export function outputOf({ content, structuredContent }: Said, isWanted: (output: Json) => boolean = () => true): Json {
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent
  const text = content.map(textOf).join('')
  const data = jsonIn(text)
  if (data === undefined) return text
  return !isWanted(data) && isWanted(text) ? text : data
}

/** Where the output breaks the schema. */
export function outputIssues(said: Said, schema: CompiledSchema): readonly SchemaIssue[] {
  const parsed = schema.parse(outputOf(said, (output) => schema.parse(output).ok))
  return parsed.ok ? [] : parsed.issues.map(schemaIssue)
}

function schemaIssue({ path, expected, received }: Issue): SchemaIssue {
  const where = pointer(path)
  const found = received === undefined ? 'is missing' : `is ${JSON.stringify(received)?.slice(0, 200)}`
  return { path: where, message: `${where || 'The output'} must be ${expected}, but ${found}.` }
}

function textOf(block: Json): string {
  if (typeof block !== 'object' || block === null || !('type' in block) || block['type'] !== 'text') return ''
  return typeof block['text'] === 'string' ? block['text'] : ''
}

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
