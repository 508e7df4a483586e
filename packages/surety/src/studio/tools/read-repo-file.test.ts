import { createToolHost } from '@surety/tool-contracts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DISGUISED, FOREIGN, HOSTILE } from '../repository/hostile-paths.test-data.ts'
import { newFolder, repositoryOf, write } from '../repository/repository.test-data.ts'
import { readRepoFile } from './read-repo-file.ts'

const root = repositoryOf({ 'README.md': 'hello\n', 'docs/guide.md': 'guide\n' })
const full = reader(withAll(root))
const empty = reader(newFolder())

function reader(root: string) {
  const host = createToolHost({ tools: [readRepoFile({ root })] })
  return (path: unknown) => host.call('read_repo_file', { path })
}

/** Puts a file wherever a hostile path would find one, as far as the system lets it. */
function withAll(root: string): string {
  write(join(root, '..'), 'outside.txt')
  for (const path of [...HOSTILE, ...DISGUISED, ...FOREIGN]) {
    try {
      if (!path.startsWith('/') && !path.split('/').includes('..')) write(root, path)
    } catch {
      // No such name can be given, or another file has it.
    }
  }
  return root
}

async function refusal(call: ReturnType<typeof reader>, path: string) {
  const outcome = await call(path)
  return outcome.ok ? outcome.value : { code: outcome.error.code, message: outcome.error.message }
}

describe('read_repo_file', () => {
  it('is tried with at least 300 hostile paths that its schema allows', () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(300)
    expect(HOSTILE.filter((path) => !/^[a-zA-Z0-9_./-]+$/.test(path))).toEqual([])
  })

  it.each(HOSTILE)('refuses %s in the same words whether it exists or not', async (path) => {
    const existing = await refusal(full, path)
    expect(existing).toMatchObject({ code: 'PATH_REFUSED' })
    expect(await refusal(empty, path)).toEqual(existing)
  })

  it.each([...DISGUISED, ...FOREIGN])('refuses %j by its schema', async (path) => {
    expect(await refusal(full, path)).toMatchObject({ code: 'INVALID_INPUT' })
  })

  it.each([undefined, null, 5, ['README.md'], { path: 'README.md' }])('takes no path that is %j', async (path) => {
    expect(await full(path)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', stage: 'validate' } })
  })

  it.each([
    ['README.md', 'README.md'],
    ['./README.md', 'README.md'],
    ['docs//guide.md', 'docs/guide.md'],
    ['././docs/.//guide.md', 'docs/guide.md'],
  ])('reads %s as %s', async (path, normalized) => {
    const outcome = await full(path)
    expect(outcome).toMatchObject({ ok: true, value: { path: normalized } })
  })

  it('refuses the absolute path of a file that it would read by its relative one', async () => {
    const elsewhere = reader(repositoryOf({ 'README.md': 'x' }))
    expect(await refusal(elsewhere, join(root, 'README.md').replaceAll(/[^a-zA-Z0-9_./-]/g, '_'))).toMatchObject({
      code: 'PATH_REFUSED',
    })
    expect(await refusal(full, join(root, 'README.md'))).toMatchObject({ code: 'PATH_REFUSED' })
  })

  it.each<[string, Uint8Array | string, unknown]>([
    ['text', 'größe\n', { content: 'größe\n', size: 8 }],
    ['an empty file', '', { content: '', size: 0 }],
    ['a byte order mark, which stays', '\u{feff}a', { content: '\u{feff}a', size: 4 }],
    ['line ends of Windows', 'a\r\nb', { content: 'a\r\nb', size: 4 }],
    ['characters beyond the first plane', '\u{1f600}', { content: '\u{1f600}', size: 4 }],
  ])('gives %s as it is', async (_, content, value) => {
    write(root, 'text', content)
    expect(await full('text')).toMatchObject({ ok: true, value })
  })

  it.each<[string, Uint8Array]>([
    ['a NUL', Buffer.from('a\0b')],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff])],
    ['Latin-1', Buffer.from('größe', 'latin1')],
    ['UTF-16', Buffer.from('\u{feff}hello', 'utf16le')],
    ['an overlong form', Buffer.from([0xc0, 0xaf])],
    ['half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
    ['the start of a character at its end', Buffer.from([0x61, 0xe2, 0x82])],
  ])('says of a file with %s that it is no text', async (_, content) => {
    write(root, 'binary', content)
    expect(await full('binary')).toMatchObject({ ok: false, error: { code: 'NOT_A_TEXT_FILE', stage: 'execute' } })
  })

  it.each(['a', '\n', '"', '\\', '\u{7f}', 'é', '\u{1f600}'])('delivers 1 MB of %j whole', async (character) => {
    write(root, 'big', character.repeat(1_048_576 / Buffer.byteLength(character)))
    expect(await full('big')).toMatchObject({ ok: true, value: { size: 1_048_576 } })
  })

  it('refuses more than 1 MB, and what grows too far as it is sent', async () => {
    write(root, 'bigger', 'a'.repeat(1_048_577))
    write(root, 'controls', '\u{1}'.repeat(1_048_576))
    write(root, 'fewer', '\u{1}'.repeat(600_000))
    expect(await refusal(full, 'bigger')).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(await refusal(full, 'controls')).toEqual({
      code: 'FILE_TOO_LARGE',
      message: expect.stringMatching(
        /^'controls' has 1048576 bytes, but so many control characters that .* \d+; at most/,
      ),
    })
    expect(await full('fewer')).toMatchObject({ ok: true })
  })

  it('says what is missing', async () => {
    expect(await refusal(full, 'nothing.md')).toEqual({
      code: 'RESOURCE_NOT_FOUND',
      message: "There is no file 'nothing.md' in the repository. Check the path.",
    })
  })
})
