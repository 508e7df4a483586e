import { isRecord } from '@surety/tool-contracts/tools'
import { kindOf } from './read-reply.ts'
import type { ListedTool } from './session.ts'

interface ReadTool {
  readonly tool: ListedTool | undefined
  readonly problems: readonly string[]
}

/** One entry of tools/list; a field of the wrong type is a problem and left out, and the tool stays. */
export function readTool(entry: unknown): ReadTool {
  if (!isRecord(entry)) return none(`An entry of tools/list is ${kindOf(entry)}; it must be an object.`)
  const { name, title, description, inputSchema, outputSchema, annotations } = entry
  if (typeof name !== 'string') return none(`An entry of tools/list has no name: name is ${kindOf(name)}.`)
  if (name === '') return none('An entry of tools/list has an empty name.')

  const problems: string[] = []
  const reject = (field: string, value: unknown, expected: string): undefined => {
    problems.push(`Tool "${name}": ${field} is ${kindOf(value)}; it must be ${expected}.`)
    return undefined
  }
  const text = (field: string, value: unknown): string | undefined =>
    value === undefined || typeof value === 'string' ? value : reject(field, value, 'a text')
  const record = (field: string, value: unknown): Readonly<Record<string, unknown>> | undefined =>
    value === undefined || isRecord(value) ? value : reject(field, value, 'an object')

  const tool = {
    name,
    title: text('title', title),
    description: text('description', description),
    // That there must be one is judged of each tool (E005).
    inputSchema: isRecord(inputSchema) ? inputSchema : undefined,
    outputSchema: record('outputSchema', outputSchema),
    annotations: record('annotations', annotations),
    raw: entry,
  }
  return { tool, problems }
}

function none(problem: string): ReadTool {
  return { tool: undefined, problems: [problem] }
}
