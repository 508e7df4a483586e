import {
  type Journal,
  type Outcome,
  type ToolContext,
  createToolHost,
  defineTool,
  hasCode,
} from '@surety/tool-contracts'
import { z } from 'zod'
import { TableConfig } from '../config/table-config.ts'
import { ToolExecutionResult } from '../execute/result.ts'
import type { TableTool } from '../execute/table-tool.ts'

/** The seed's own example. */
export const moodTable: TableConfig = TableConfig.parse({
  tableName: 'mood_entries',
  toolId: 'log-mood',
  displayName: 'Mood entry',
  description: 'Log how a person feels.',
  fields: [
    { name: 'user_id', label: 'User', dataType: 'text', required: true, maxLength: 50 },
    {
      name: 'mood',
      label: 'Mood',
      dataType: 'enum',
      required: true,
      enumValues: ['happy', 'sad', 'neutral', 'anxious'],
    },
    { name: 'energy_level', label: 'Energy', dataType: 'integer', required: true, min: 1, max: 10 },
    { name: 'notes', label: 'Notes', dataType: 'text', required: false, maxLength: 500 },
    { name: 'timestamp', label: 'When', dataType: 'datetime', required: true },
    { name: 'metadata', label: 'More', dataType: 'json', required: false },
  ],
})

/** What the seed sends. */
export const moodInput = {
  user_id: 'user_123',
  mood: 'happy',
  energy_level: 8,
  notes: 'Great day today!',
  timestamp: '2025-10-05T14:30:00Z',
}

const inputSchema = z.strictObject({
  user_id: z.string().max(50),
  mood: z.enum(['happy', 'sad', 'neutral', 'anxious']),
  energy_level: z.int().min(1).max(10),
  notes: z.string().max(500).optional(),
  timestamp: z.iso.datetime({ offset: true }),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
type MoodInput = z.output<typeof inputSchema>

export const insertedMood: ToolExecutionResult = {
  success: true,
  data: { id: '550e8400-e29b-41d4-a716-446655440000', rowCount: 1, message: 'Successfully logged mood entry' },
}

export const uniqueViolation: ToolExecutionResult = {
  success: false,
  error: {
    type: 'DATABASE_ERROR',
    message: 'Failed to insert mood entry: unique constraint violation on (user_id, timestamp)',
    details: { code: 'P2002', field: 'user_id, timestamp' },
  },
}

export interface MoodToolOptions {
  readonly journal?: Journal
  readonly insert?: (input: MoodInput, context: ToolContext) => ToolExecutionResult | Promise<ToolExecutionResult>
  readonly approval?: 'always'
}

/** A tool of one table without a database: `insert` stands for it. */
export function moodTool({ journal, insert = () => insertedMood, approval }: MoodToolOptions = {}): TableTool {
  const contract = {
    toolName: 'log-mood',
    title: moodTable.displayName,
    description: moodTable.description,
    inputSchema,
    outputSchema: ToolExecutionResult,
    capabilities: ['CREATE'] as const,
    ...(approval !== undefined && { approval }),
  }
  const tool = defineTool(contract, (input, context) => insert(input, context))
  const host = createToolHost({ tools: [tool], ...(journal !== undefined && { journal }) })
  const call: TableTool['call'] = (input, { actor, ...options } = {}) =>
    host.call('log-mood', input, { ...options, ...(actor !== undefined && { principal: actor }) })
  return {
    ...tool,
    id: 'log-mood',
    table: moodTable,
    call,
    execute: async (input, options) => resultOf(await call(input, options)),
    resultOf,
  }
}

function resultOf(outcome: Outcome): ToolExecutionResult {
  if (outcome.ok) return ToolExecutionResult.parse(outcome.value)
  const { error } = outcome
  if (!hasCode(error, 'INVALID_INPUT'))
    return { success: false, error: { type: 'UNKNOWN_ERROR', message: error.message, details: { code: error.code } } }
  const { field = '', expected = '', received = '' } = error.details
  const details = { field: field.slice(1), expected, received }
  return { success: false, error: { type: 'VALIDATION_ERROR', message: error.message, details } }
}
