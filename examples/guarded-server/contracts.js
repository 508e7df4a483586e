// @ts-check
import { defineContract } from '@surety/tool-contracts'
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

export const orderBook = defineContract({
  toolName: 'order_book',
  description: 'Order copies of a book.',
  inputSchema: z.object({ id: z.string(), copies: z.number().int() }),
  outputSchema: z.object({ orderId: z.string(), copies: z.number().int() }),
  inputSemanticTypes: { id: 'resource-id' },
  preconditions: [
    { description: 'at least one copy is ordered', errorCode: 'NO_COPIES', evaluate: ({ copies }) => copies > 0 },
  ],
  postconditions: [
    {
      description: 'as many copies are ordered as were asked for',
      errorCode: 'WRONG_COPIES',
      evaluate: ({ copies, $input }) => $input.copies === copies,
    },
  ],
  dependencies: ['find_book'],
  errorCodes: [{ code: 'OUT_OF_STOCK', description: 'The shop has too few copies.' }],
  approval: ({ copies }) => copies > 10,
  capabilities: ['READ', 'CREATE'],
  resourceLimits: { timeoutMs: 2_000, memoryMb: 128, maxOutputBytes: 1_024 },
})
