// @ts-check
import { createPostcondition, createPrecondition, defineContract } from '@surety/tool-contracts'
import { z } from 'zod'

export const findBook = defineContract({
  toolName: 'find_book',
  description: 'Find a book by its id.',
  inputSchema: z.object({ id: z.string() }),
  outputSchema: z.object({ id: z.string(), title: z.string(), copies: z.number().int() }),
  inputSemanticTypes: { id: 'resource-id' },
  outputSemanticTypes: { id: 'resource-id' },
  capabilities: ['READ'],
  idempotent: true,
  sideEffects: 'none',
})

const order = z.object({ id: z.string(), copies: z.number().int() })

export const orderBook = defineContract({
  toolName: 'order_book',
  description: 'Order copies of a book.',
  inputSchema: order,
  outputSchema: z.object({ orderId: z.string(), copies: z.number().int() }),
  inputSemanticTypes: { id: 'resource-id' },
  preconditions: [createPrecondition('at least one copy is ordered', 'NO_COPIES', ({ copies }) => Number(copies) > 0)],
  postconditions: [
    createPostcondition(
      'as many copies are ordered as were asked for',
      'WRONG_COPIES',
      ({ copies, $input }) => order.safeParse($input).data?.copies === copies,
    ),
  ],
  dependencies: ['find_book'],
  errorCodes: [{ code: 'OUT_OF_STOCK', description: 'The shop has too few copies.' }],
  approval: ({ copies }) => Number(copies) > 10,
  capabilities: ['READ', 'CREATE'],
  resourceLimits: { timeoutMs: 2_000, memoryMb: 128, maxOutputBytes: 1_024 },
})
