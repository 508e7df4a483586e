import { type ApprovalRequest, createMemoryJournal, createToolHost } from '@surety/tool-contracts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { link, newFolder, repositoryOf } from '../repository/repository.test-data.ts'
import { hostOf } from './studio-tools.test-data.ts'
import { writeMemoryEntry } from './write-memory-entry.ts'

const LOG = 'progress_log.jsonl'
const NOTES = 'best_practices.md'

function memory(root: string, file: string): string | undefined {
  const path = join(root, '.claude/memory', file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function write(root: string, file: string, entry: unknown) {
  return hostOf(root, () => true).call('write_memory_entry', { file, entry })
}

describe('write_memory_entry', () => {
  it.each<[string, string, string, number]>([
    ['an object', LOG, '{"a": 1}', 9],
    ['a list', 'decisions.jsonl', '[1, 2]', 7],
    ['a text', LOG, '"x"', 4],
    ['null', LOG, 'null', 5],
    ['spaces around the value', LOG, ' {"a":1}\t', 10],
    ['a line separator in a string', LOG, '"\u{2028}\u{2029}\u{85}"', 11],
    ['an escaped newline', LOG, String.raw`"a\nb"`, 7],
    ['prose', NOTES, '- Größe zählt', 17],
    ['several lines', NOTES, '# A\n\n- b\r\n', 11],
    ['a newline of its own, which gets another', NOTES, 'a\n', 3],
    ['nothing but a newline', NOTES, '', 1],
    ['what would be no JSON', NOTES, '{', 2],
  ])('appends %s to %s as it is, with a newline, and counts both', async (_, file, entry, bytes) => {
    const root = newFolder()
    const value = { success: true, file, bytes_written: bytes }
    expect(await write(root, file, entry)).toMatchObject({ ok: true, value })
    expect(memory(root, file)).toBe(`${entry}\n`)
    await write(root, file, entry)
    expect(memory(root, file)).toBe(`${entry}\n${entry}\n`)
    expect(Buffer.byteLength(`${entry}\n`)).toBe(bytes)
  })

  it.each<[string, string, unknown, string]>([
    ['no JSON', LOG, 'hello', 'INVALID_ENTRY'],
    ['nothing', LOG, '', 'INVALID_ENTRY'],
    ['two values', LOG, '{} {}', 'INVALID_ENTRY'],
    ['two lines', LOG, '{"a":1}\n{"b":2}', 'INVALID_ENTRY'],
    ['one value on two lines', LOG, '{"a":\n1}', 'INVALID_ENTRY'],
    ['a newline at its end', 'decisions.jsonl', '{"a":1}\n', 'INVALID_ENTRY'],
    ['a carriage return', LOG, '{"a":\r1}', 'INVALID_ENTRY'],
    ['a byte order mark', LOG, '\u{feff}{}', 'INVALID_ENTRY'],
    ['NaN', LOG, '{"a": NaN}', 'INVALID_ENTRY'],
    ['a comment', LOG, '{} // x', 'INVALID_ENTRY'],
    ['half a surrogate pair', LOG, '"\u{d800}"', 'INVALID_ENTRY'],
    ['half a surrogate pair', NOTES, '\u{dc00}', 'INVALID_ENTRY'],
    ['a NUL, after which nobody could read the file as text', NOTES, 'a\0b', 'INVALID_ENTRY'],
    ['10,241 bytes in 10,000 characters', NOTES, `${'é'.repeat(241)}${'a'.repeat(9759)}`, 'ENTRY_TOO_LARGE'],
    ['10,001 characters', NOTES, 'a'.repeat(10_001), 'INVALID_INPUT'],
    ['no text', NOTES, 5, 'INVALID_INPUT'],
    ['no entry', NOTES, undefined, 'INVALID_INPUT'],
    ['an unknown file', 'notes.md', 'x', 'INVALID_INPUT'],
    ['another folder', '../best_practices.md', 'x', 'INVALID_INPUT'],
    ['another case', 'Best_Practices.md', 'x', 'INVALID_INPUT'],
  ])('refuses %s for %s, and writes nothing', async (_, file, entry, code) => {
    const root = repositoryOf({ [`.claude/memory/${LOG}`]: '1\n', [`.claude/memory/${NOTES}`]: 'a\n' })
    expect(await write(root, file, entry)).toMatchObject({ ok: false, error: { code } })
    expect([memory(root, LOG), memory(root, NOTES), memory(root, 'decisions.jsonl')]).toEqual(['1\n', 'a\n', undefined])
  })

  it.each([
    ['10,000 characters', 'a'.repeat(10_000), 10_001],
    ['10,240 bytes', `${'é'.repeat(240)}${'a'.repeat(9760)}`, 10_241],
    ['10,000 characters of which JavaScript counts some twice', `${'\u{1f600}'.repeat(70)}${'a'.repeat(9930)}`, 10_211],
  ])('takes %s', async (_, entry, bytes) => {
    expect(await write(newFolder(), NOTES, entry)).toMatchObject({ ok: true, value: { bytes_written: bytes } })
  })

  it('says how to write an entry that is refused', async () => {
    const outcome = await write(newFolder(), LOG, 'hello')
    expect(outcome.ok || outcome.error.message).toMatch(
      /an entry of a .jsonl file is one JSON value on one line, such as /,
    )
  })

  it('refuses a memory file that is a link out of the tree', async () => {
    const root = newFolder()
    const outside = repositoryOf({ log: 'kept\n' })
    link(root, `.claude/memory/${LOG}`, join(outside, 'log'))
    expect(await write(root, LOG, '1')).toMatchObject({ ok: false, error: { code: 'PATH_REFUSED' } })
    expect(readFileSync(join(outside, 'log'), 'utf8')).toBe('kept\n')
  })

  it('can be read back', async () => {
    const root = newFolder()
    await write(root, LOG, '{"a":1}')
    const outcome = await hostOf(root).call('read_repo_file', { path: `.claude/memory/${LOG}` })
    expect(outcome).toMatchObject({ ok: true, value: { content: '{"a":1}\n', size: 8 } })
  })

  it('records what it appended, and breaks no promise by it', async () => {
    const root = newFolder()
    const journal = createMemoryJournal()
    const tools = [writeMemoryEntry({ root, memoryDir: join(root, 'notes') })]
    const host = createToolHost({ tools, journal, approver: () => true })
    await host.call('write_memory_entry', { file: LOG, entry: '1' })
    const [step] = journal.all().steps
    expect(step).toMatchObject({ operations: [{ kind: 'append', target: `notes/${LOG}` }] })
    expect(step).not.toHaveProperty('violations')
  })

  it.each(['..', '.', '.git/memory', 'my-secrets', '.surety'])('is not made for the memory folder %s', (folder) => {
    const root = newFolder()
    expect(() => writeMemoryEntry({ root, memoryDir: join(root, folder) })).toThrow(/must be a folder below/)
  })
})

describe('the approval of write_memory_entry', () => {
  const call = { file: LOG, entry: '{"a":1}' }

  it('is asked for every write, with the file and the entry', async () => {
    const asked: ApprovalRequest[] = []
    const host = hostOf(newFolder(), (request) => asked.push(request) > 0)
    await host.call('write_memory_entry', call)
    await host.call('write_memory_entry', call)
    expect(asked.map(({ toolName, input }) => [toolName, input])).toEqual([
      ['write_memory_entry', call],
      ['write_memory_entry', call],
    ])
  })

  it.each([
    ['no JSON', LOG, 'hello', 'INVALID_ENTRY'],
    ['too large', NOTES, `${'é'.repeat(241)}${'a'.repeat(9759)}`, 'ENTRY_TOO_LARGE'],
  ])('is not asked for an entry that is %s', async (_, file, entry, code) => {
    const asked: ApprovalRequest[] = []
    const host = hostOf(newFolder(), (request) => asked.push(request) > 0)
    const outcome = await host.call('write_memory_entry', { file, entry })
    expect(outcome).toMatchObject({ ok: false, error: { code, stage: 'preconditions' } })
    expect(asked).toEqual([])
  })

  it.each([
    ['nobody is there to approve', undefined, 'APPROVAL_REQUIRED'],
    ['it was denied', () => false, 'APPROVAL_DENIED'],
    ['it is pending', () => ({ decision: 'pending', approvalId: 'a' }) as const, 'APPROVAL_REQUIRED'],
  ])('is missing where %s: nothing is written', async (_, approver, code) => {
    const root = newFolder()
    const outcome = await hostOf(root, approver).call('write_memory_entry', call)
    expect(outcome).toMatchObject({ ok: false, error: { code, stage: 'approve' } })
    expect(existsSync(join(root, '.claude'))).toBe(false)
    expect(existsSync(join(root, '.surety'))).toBe(false)
  })
})
