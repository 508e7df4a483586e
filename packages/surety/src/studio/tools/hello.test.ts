import { createToolHost } from '@surety/tool-contracts'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../repository/repository.test-data.ts'
import { hello } from './hello.ts'
import { NOW, hostOf } from './studio-tools.test-data.ts'

const host = hostOf(newFolder())

describe('hello', () => {
  it.each([
    [{}, 'Hello, World!'],
    [{ name: 'Learner' }, 'Hello, Learner!'],
    [{ name: '' }, 'Hello, !'],
    [{ name: 'größe \u{1f600}\n\0"\\' }, 'Hello, größe \u{1f600}\n\0"\\!'],
    [{ name: 'World', other: 1 }, 'Hello, World!'],
  ])('greets %j', async (input, message) => {
    expect(await host.call('hello', input)).toMatchObject({ ok: true, value: { message, timestamp: NOW } })
  })

  it('succeeds with the longest name that a host takes, whatever it takes in JSON', async () => {
    const outcome = await host.call('hello', { name: '\u{1}'.repeat(10_000_000) })
    expect(outcome).toMatchObject({ ok: true })
    expect(Buffer.byteLength(JSON.stringify(outcome.ok && outcome.value))).toBeLessThan(2_000_000)
  })

  it('tells the time of the server, in UTC, to the second', async () => {
    const late = createToolHost({ tools: [hello({ now: () => new Date('2026-03-04T23:59:59.999+02:00') })] })
    expect(await late.call('hello', {})).toMatchObject({ ok: true, value: { timestamp: '2026-03-04T21:59:59Z' } })
  })
})
