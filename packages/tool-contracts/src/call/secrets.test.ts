import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createToolHost } from '../host/host.ts'
import { defineTool } from '../host/tool.ts'
import type { Operation } from '../journal/execution-step.ts'
import type { Journal } from '../journal/journal.ts'
import { type MemoryJournal, createMemoryJournal } from '../journal/memory.ts'
import { ToolError } from './tool-error.ts'

const payment: DeclaredToolContract = {
  toolName: 'pay',
  description: 'Pay.',
  inputSchema: z.object({ card_number: z.string().min(3), note: z.string().optional() }),
  outputSchema: z.unknown(),
  sensitive: ['input.card_number'],
  capabilities: ['WRITE'],
}

/** Everything a call of `pay` shows to its caller and leaves in its journal, as one text. */
async function shownBy(
  input: unknown,
  handler: (input: never) => unknown = () => 'paid',
  contract: Partial<DeclaredToolContract> = {},
  wrap: (journal: MemoryJournal) => Journal = (journal) => journal,
): Promise<string> {
  const journal = createMemoryJournal()
  const host = createToolHost({ tools: [{ contract: { ...payment, ...contract }, handler }], journal: wrap(journal) })
  const outcome = await host.call('pay', input)
  const shown = JSON.stringify([await host.check('pay', input), outcome.ok ? undefined : outcome.error, journal.all()])
  // Ids and hashes are random: any digits may stand in them.
  return shown.replaceAll(/[\da-f]{16,}/g, '#')
}

const fails = (said: (card: string) => unknown) => (input: { readonly card_number: string }) => {
  throw new ToolError('CONFLICT', String(said(input.card_number)), { said: said(input.card_number) })
}

describe('a sensitive value reaches neither caller nor journal', () => {
  const card = 'x"y/z w\n41112222'

  it.each<[string, (card: string) => unknown]>([
    ['as JSON', (value) => JSON.stringify({ value })],
    ['as JSON in JSON', (value) => JSON.stringify(JSON.stringify({ value }))],
    ['in an address', (value) => `https://bank.example/?card=${encodeURIComponent(value)}`],
    ['in a form', (value) => new URLSearchParams({ value }).toString()],
    ['in an Authorization header', (value) => `Basic ${btoa(`user:${value}`)}`],
    ['in capitals', (value) => value.toUpperCase()],
  ])('%s', async (_, said) => {
    const shown = await shownBy({ card_number: card }, fails(said))
    expect(shown).toContain('[redacted]')
    expect(shown).not.toMatch(/41112222|NDExMTIyMj|QxMTEyMjIy|0MTExMjIyM/)
  })

  it('under a name that the schema does not know', async () => {
    const inputSchema = z.strictObject({ card_number: z.string(), note: z.string().optional() })
    const shown = await shownBy({ card_number: 'x', note: 'kept', PIN: { code: '41112222' } }, undefined, {
      inputSchema,
    })
    expect(shown).not.toContain('41112222')
    expect(shown).toContain('kept')
    expect(await shownBy({ PIN: '41112222' }, undefined, { inputSchema, sensitive: [] })).toContain('41112222')
  })

  it('where the handler conceals it, though no path leads to it', async () => {
    const handler = (
      _: unknown,
      context: { conceal: (value: unknown) => void; record: (operation: Operation) => void },
    ) => {
      context.conceal('made-4711')
      context.record({ kind: 'insert', target: 'cards/made-4711' })
      return { key: 'made-4711' }
    }
    const journal = createMemoryJournal()
    const host = createToolHost({ tools: [{ contract: payment, handler }], journal })
    expect(await host.call('pay', { card_number: 'abc' })).toMatchObject({ ok: true, value: { key: 'made-4711' } })
    expect(JSON.stringify(journal.all())).not.toContain('made-4711')
  })

  it('in another field of the same input', async () => {
    expect(await shownBy({ card_number: '41112222', note: 'charge 41112222' })).not.toContain('41112222')
  })

  it.each([985, 990, 995])('where a message of a tool is cut, after %i characters', async (length) => {
    const said = (value: string) => `${'x'.repeat(length)} ${value}`
    const plain = (input: { readonly card_number: string }) => {
      throw new Error(said(input.card_number))
    }
    for (const handler of [fails(said), plain]) {
      expect(await shownBy({ card_number: 'hunter22-hunter22' }, handler)).not.toContain('hunt')
    }
  })

  it('that is short', async () => {
    const shown = await shownBy(
      { card_number: '907' },
      fails((value) => `No card ${value} (code:"${value}").`),
    )
    expect(shown).toContain('No card [redacted] (code:\\"[redacted]\\").')
    expect(shown).not.toMatch(/[^\d.]907[^\d]/)
  })

  it.each(['CARD_NUMBER', 'cardNumber', 'card-number'])('under the misspelt key %s of a refused input', async (key) => {
    for (const schema of [payment.inputSchema, z.strictObject({ card_number: z.string() })]) {
      const shown = await shownBy({ [key]: '41112222' }, undefined, { inputSchema: schema })
      expect(shown).toContain('INVALID_INPUT')
      expect(shown).not.toContain('41112222')
    }
  })

  it('quoted as the value of a field that nobody knows', async () => {
    const journal = createMemoryJournal()
    const inputSchema = z.strictObject({ card_number: z.string() })
    const host = createToolHost({ tools: [defineTool({ ...payment, inputSchema }, () => 1)], journal })
    const outcome = await host.call('pay', { card_number: 'other', crad: '41112222' })
    expect(outcome).toMatchObject({ error: { code: 'INVALID_INPUT', details: { received: '[redacted]' } } })
    expect(JSON.stringify(outcome)).not.toContain('41112222')
  })

  it.each<[string, (journal: MemoryJournal) => Journal]>([
    [
      'open the step',
      (journal) => ({
        ...journal,
        open: ({ input }) => {
          throw new Error(`INSERT failed: ${JSON.stringify(input)}`)
        },
      }),
    ],
    [
      'close the step',
      (journal) => ({
        ...journal,
        open: ({ input }) => ({
          close: () => {
            throw new Error(`UPDATE failed: ${JSON.stringify(input)}`)
          },
        }),
      }),
    ],
  ])('in the words of a journal that cannot %s', async (_, wrap) => {
    const shown = await shownBy({ card_number: '41112222' }, undefined, {}, wrap)
    expect(shown).toMatch(/(INSERT|UPDATE) failed/)
    expect(shown).not.toContain('41112222')
  })
})

it('a step whose secrets grew by being hidden is stored within its bounds', async () => {
  const journal = createMemoryJournal({ maxStoredBytes: 2000 })
  const text = '907 '.repeat(400)
  const host = createToolHost({ tools: [defineTool(payment, () => text)], journal })
  await host.call('pay', { card_number: '907', note: text })
  expect(journal.all().steps[0]).toMatchObject({
    inputs: { $bytes: expect.any(Number) },
    outputs: { $bytes: expect.any(Number) },
  })
})
