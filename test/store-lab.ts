import { createToolHost, defineTool } from '@surety/tool-contracts'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Store, type StoreOptions, openStore } from '../packages/surety/src/store/store.ts'
import type { Ran } from './cli-lab.ts'

const look = defineTool(
  {
    toolName: 'look',
    description: 'Looks.',
    inputSchema: z.object({}),
    outputSchema: z.unknown(),
    capabilities: ['READ'],
  },
  () => ({ seen: true }),
)

const wire = defineTool(
  {
    toolName: 'wire',
    description: 'Sends money.',
    inputSchema: z.object({ to: z.string(), amount: z.number().min(1) }),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'],
    dependencies: ['look'],
    network: ['bank.example:443'],
    approval: ({ amount }) => amount > 100,
    sensitive: ['input.to'],
  },
  async (input, ctx) => {
    await ctx.call('look', {})
    ctx.record({ kind: 'connect', target: 'bank.example:443' })
    return { sent: input.amount }
  },
)

const note = defineTool(
  {
    toolName: 'note',
    description: 'Keeps a note.',
    inputSchema: z.object({ text: z.string() }),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'],
    approval: 'always',
  },
  () => ({}),
)

/** Does something with a host of these tools that records in the store. */
export async function withHost<T>(
  url: string,
  work: (call: ReturnType<typeof hostOn>['call'], store: Store) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  const store = await openStore(url, options)
  try {
    return await work(hostOn(store).call, store)
  } finally {
    await store.close()
  }
}

function hostOn({ journal, approver }: Store) {
  return createToolHost({ tools: [look, wire, note], journal, approver })
}

/** Asks for a note, and gives the id of the approval that it waits for. */
export async function waiting(url: string, text: string, options: StoreOptions = {}): Promise<string> {
  const outcome = await withHost(url, (call) => call('note', { text }, { principal: 'ada', role: 'builder' }), options)
  if (outcome.ok) return expect.unreachable('It needs approval.')
  return String(Object(outcome.error.details).approvalId)
}

/** One line on stderr that tells no stack and holds no password. */
export function expectRefused(ran: Ran, code: number, says: string): void {
  expect(ran).toMatchObject({ code, out: '' })
  expect(ran.err).toContain(says)
  expect(ran.err).toMatch(/^surety: [^\n]+\n$/)
  expect(ran.err).not.toMatch(/s3cret|\n\s+at /)
}
