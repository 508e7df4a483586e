import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'
import type { StudioContext } from '../studio-context.ts'

const inputSchema = z
  .object({ name: z.string().describe('Name to greet').default('World') })
  // The seed writes it down.
  .meta({ required: [] })

const outputSchema = z
  .object({
    message: z.string().describe('Greeting message'),
    // Zod's own type would publish a pattern besides.
    timestamp: z.string().refine(isDateTime).meta({ format: 'date-time', description: 'Server timestamp' }),
  })
  .meta({ additionalProperties: undefined })

/** In JSON a character can take six bytes: a greeting of so many always fits. */
const MAX_GREETED = 200_000

export function hello({ now }: Pick<StudioContext, 'now'>): Tool<'hello'> {
  return defineTool(
    {
      toolName: 'hello',
      description: 'Test tool for verifying MCP connectivity.',
      inputSchema,
      outputSchema,
      capabilities: ['READ'],
      idempotent: true,
      deterministic: false,
      sideEffects: 'none',
      network: 'none',
      resourceLimits: { maxOutputBytes: MAX_ANSWER_BYTES },
      constraints: ['No side effects', 'Always succeeds'],
      examples: [
        { input: { name: 'Learner' }, output: { message: 'Hello, Learner!', timestamp: '2026-01-15T10:30:00Z' } },
      ],
    },
    ({ name }) => ({ message: `Hello, ${greeted(name)}!`, timestamp: toSeconds(now()) }),
  )
}

/** It always succeeds, so a name that no answer could carry is cut. */
function greeted(name: string): string {
  return name.length <= MAX_GREETED ? name : `${name.slice(0, MAX_GREETED).toWellFormed()}…`
}

function toSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

function isDateTime(text: string): boolean {
  return z.iso.datetime({ offset: true }).safeParse(text).success
}
