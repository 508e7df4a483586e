// @ts-check
import {
  createMemoryJournal,
  createPostcondition,
  createPrecondition,
  createToolHost,
  defineTool,
} from '@surety/tool-contracts'
import { z } from 'zod'

const CONCURRENT = 100
const BATCHES = 400
const ROUNDS = 9
const BOUNDS = { 'governed, no chain': 4, 'governed, hash chain': 7 }

/** Seed 003's own example with every field type: eight fields in, a nested answer out. */
const inputSchema = z.strictObject({
  user_id: z.string().max(50),
  weight: z.number().min(0).max(500),
  height: z.number().int().min(0).max(300),
  is_smoker: z.boolean(),
  activity_level: z.enum(['sedentary', 'light', 'moderate', 'active', 'very_active']),
  notes: z.string().max(1000).optional(),
  recorded_at: z.iso.datetime(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
const outputSchema = z.object({
  success: z.literal(true),
  data: z.object({ id: z.uuid(), rowCount: z.number().int(), message: z.string() }),
})
const input = {
  user_id: 'user_123',
  weight: 72.5,
  height: 181,
  is_smoker: false,
  activity_level: 'moderate',
  notes: 'Great day today!',
  recorded_at: '2025-10-05T14:30:00Z',
  metadata: { source: 'telegram' },
}
const ID = '550e8400-e29b-41d4-a716-446655440000'

/** @param {{ readonly user_id: string }} form */
const handler = async ({ user_id }) => ({
  success: /** @type {const} */ (true),
  data: { id: ID, rowCount: 1, message: `Logged for ${user_id}` },
})

async function bare() {
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) throw parsed.error
  const output = outputSchema.safeParse(await handler(parsed.data))
  if (!output.success) throw output.error
  return output.data
}

/** @param {boolean} chain */
function governed(chain) {
  const contract = {
    toolName: 'submit-health-form',
    description: 'Submit a health tracking form.',
    inputSchema,
    outputSchema,
    preconditions: [createPrecondition('a weight is given', 'NO_WEIGHT', ({ weight }) => Number(weight) > 0)],
    postconditions: [createPostcondition('it succeeded', 'NOT_SUBMITTED', ({ success }) => success === true)],
    capabilities: /** @type {const} */ (['CREATE']),
  }
  const host = createToolHost({ tools: [defineTool(contract, handler)], journal: createMemoryJournal({ chain }) })
  return () => host.call('submit-health-form', input)
}

/** @param {() => Promise<unknown>} call */
async function microsecondsPerCall(call) {
  const start = performance.now()
  for (let batch = 0; batch < BATCHES; batch++) await Promise.all(Array.from({ length: CONCURRENT }, call))
  return ((performance.now() - start) * 1000) / (BATCHES * CONCURRENT)
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

const contenders = {
  'bare parse-handler-parse': bare,
  'governed, no chain': governed(false),
  'governed, hash chain': governed(true),
}
const times = Object.entries(contenders).map(([name, call]) => ({ name, call, rounds: /** @type {number[]} */ ([]) }))
for (const { call } of times) await microsecondsPerCall(call)
for (let round = 0; round < ROUNDS; round++) {
  for (const contender of times) contender.rounds.push(await microsecondsPerCall(contender.call))
}

const base = times[0]?.rounds ?? []
console.log(`governed call, ${CONCURRENT} concurrent, medians of ${ROUNDS} interleaved rounds`)
for (const { name, rounds } of times) {
  const ratio = median(rounds.map((time, round) => time / (base[round] ?? NaN)))
  const bound = Object.entries(BOUNDS).find(([bounded]) => bounded === name)?.[1]
  const verdict = bound === undefined ? '' : ratio <= bound ? `ok (at most ${bound}x)` : `over ${bound}x`
  console.log(
    `${name.padEnd(26)} ${median(rounds).toFixed(2).padStart(7)} µs  ${ratio.toFixed(2)}x  overhead ${(median(rounds) - median(base)).toFixed(2)} µs  ${verdict}`,
  )
  if (bound !== undefined && ratio > bound) process.exitCode = 1
}
