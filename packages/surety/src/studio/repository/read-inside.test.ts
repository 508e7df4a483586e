import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, truncateSync } from 'node:fs'
import { type Server, createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byDescriptor } from './by-descriptor.ts'
import { byPath } from './by-path.ts'
import { readInside } from './read-inside.ts'
import { hardLink, link, newFolder, repositoryOf, write } from './repository.test-data.ts'

const MAX_FILE_BYTES = 1_048_576

const ACCESSES = [
  { by: 'descriptor', access: byDescriptor },
  { by: 'path', access: byPath },
] as const

const outside = newFolder()
const root = repositoryOf({
  'README.md': 'hello\n',
  'docs/guide.md': 'guide\n',
  '.env': 'KEY=1\n',
  '.git/config': 'x\n',
})
let socket: Server | undefined

beforeAll(async () => {
  write(root, 'docs/my-secret.txt')
  write(root, 'with space/größe.md', 'ok\n')
  write(outside, 'passwd', 'root\n')
  write(outside, 'README.md', 'not this one\n')
  link(root, 'links/inside', '../docs/guide.md')
  link(root, 'links/chain', 'inside')
  link(root, 'links/longer-chain', './/./chain')
  link(root, 'links/absolute', join(root, 'docs/guide.md'))
  link(root, 'links/folder', '../docs/')
  link(root, 'links/foreign', '../with space/größe.md')
  link(root, 'links/out', join(outside, 'passwd'))
  link(root, 'links/out-missing', join(outside, 'nothing'))
  link(root, 'links/out-relative', '../../../../../../../../etc/passwd')
  link(root, 'links/out-and-back', `../../${root.split('/').at(-1) ?? ''}/README.md`)
  link(root, 'links/out-chain', 'out')
  link(root, 'links/out-folder', outside)
  link(root, 'links/beside', `${root}-beside/x`)
  link(root, 'links/denied', '../.env')
  link(root, 'links/denied-missing', '../.env.missing')
  link(root, 'links/denied-inside', '../docs/my-secret.txt')
  link(root, 'links/git', '../.git')
  link(root, 'links/through-denied', '../.git/../README.md')
  link(root, 'links/out-behind-missing', 'missing/../../../../../etc/passwd')
  link(root, 'links/denied-behind-missing', '../missing/.env')
  link(root, 'links/dangling', '../docs/nothing.md')
  link(root, 'links/self', 'self')
  link(root, 'links/loop-a', 'loop-b')
  link(root, 'links/loop-b', 'loop-a')
  link(root, 'links/proc', '/proc/self/environ')
  link(root, 'links/proc-cwd', '/proc/self/cwd/package.json')
  link(root, 'links/device', '/dev/zero')
  link(root, 'links/root', '..')
  for (let index = 0; index < 60; index++)
    link(root, `long/${index}`, index === 59 ? '../README.md' : String(index + 1))
  hardLink(root, 'hard/out', join(outside, 'passwd'))
  hardLink(root, 'hard/denied', join(root, '.env'))
  mkdirSync(join(root, 'special/folder'), { recursive: true })
  execFileSync('mkfifo', [join(root, 'special/pipe')])
  link(root, 'links/pipe', '../special/pipe')
  socket = createServer()
  await new Promise<void>((resolve) => socket?.listen(join(root, 'special/socket'), resolve))
})

afterAll(() => socket?.close())

const REFUSED = [
  'links/out',
  'links/out-missing',
  'links/out-relative',
  'links/out-and-back',
  'links/out-chain',
  'links/out-folder',
  'links/out-folder/README.md',
  'links/out-folder/nothing',
  'links/beside',
  'links/denied',
  'links/denied-missing',
  'links/denied-inside',
  'links/git',
  'links/git/config',
  'links/git/missing',
  'links/through-denied',
  'links/out-behind-missing',
  'links/denied-behind-missing',
  'links/self',
  'links/self/x',
  'links/loop-a',
  'links/loop-b/x',
  'links/proc',
  'links/proc-cwd',
  'links/device',
  'links/root',
  'links/root/.env',
  'links/folder',
  'links/pipe',
  'long/0',
  'hard/out',
  'hard/denied',
  'special/folder',
  'special/pipe',
  'special/socket',
  'docs',
]

describe.each(ACCESSES)('a file that is opened by $by', ({ access }) => {
  const read = (path: string) => readInside(root, path, { access })

  it.each(REFUSED)('is refused: %s', async (path) => {
    expect(await read(path)).toMatchObject({ ok: false, code: 'PATH_REFUSED', reason: expect.stringContaining(path) })
  })

  it.each([
    ['README.md', 'hello\n'],
    ['links/inside', 'guide\n'],
    ['links/chain', 'guide\n'],
    ['links/longer-chain', 'guide\n'],
    ['links/absolute', 'guide\n'],
    ['links/folder/guide.md', 'guide\n'],
    ['links/root/docs/guide.md', 'guide\n'],
    ['links/foreign', 'ok\n'],
    ['long/30', 'hello\n'],
  ])('is read, through links that stay inside: %s', async (path, content) => {
    const found = await read(path)
    expect(found.ok && [found.value.path, found.value.bytes.toString()]).toEqual([path, content])
  })

  it.each(['nothing', 'docs/nothing.md', 'nothing/at/all', 'README.md/x', 'links/dangling', 'a'.repeat(300)])(
    'is missing where there is none: %s',
    async (path) => {
      expect(await read(path)).toMatchObject({ ok: false, code: 'RESOURCE_NOT_FOUND' })
    },
  )

  it('may have exactly as many bytes as are allowed', async () => {
    write(root, 'full', Buffer.alloc(MAX_FILE_BYTES, 'a'))
    write(root, 'over', Buffer.alloc(MAX_FILE_BYTES + 1, 'a'))
    write(root, 'empty', '')
    expect(await read('full')).toMatchObject({ ok: true, value: { bytes: { length: MAX_FILE_BYTES } } })
    expect(await read('over')).toMatchObject({ ok: false, code: 'FILE_TOO_LARGE' })
    expect(await read('empty')).toMatchObject({ ok: true, value: { bytes: { length: 0 } } })
    expect(await readInside(root, 'README.md', { access, maxBytes: 5 })).toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  it('that grows while it is read never gives more than the limit', async () => {
    const file = write(root, 'growing', '')
    for (let round = 0; round < 200; round++) {
      truncateSync(file)
      const reading = readInside(root, 'growing', { access, maxBytes: 4000 })
      await setImmediate()
      appendFileSync(file, Buffer.alloc(3000))
      await setImmediate()
      appendFileSync(file, Buffer.alloc(3000))
      const found = await reading
      const outcome = found.ok ? found.value.bytes.length <= 4000 : found.code
      expect([true, 'FILE_TOO_LARGE']).toContain(outcome)
    }
  })

  it.skipIf(process.getuid?.() === 0)('that the system forbids says so', async () => {
    chmodSync(write(root, 'forbidden'), 0)
    expect(await read('forbidden')).toMatchObject({ ok: false, code: 'PERMISSION_DENIED' })
  })
})

describe('the record of the studio', () => {
  const store = repositoryOf({
    'data/record.db': 'record',
    'data/record.db.key': 'key',
    'data/record.db-wal': 'wal',
    'data/recorded.txt': 'other',
  })
  link(store, 'other', 'data')

  it.each(['record.db', 'record.db.key', 'record.db-wal', 'record.db-shm', 'RECORD.DB.key', './record.db.key'])(
    'is not read wherever it lies: %s',
    async (name) => {
      const recordFile = join(store, 'data/record.db')
      expect(await readInside(store, `data/${name}`, { recordFile })).toMatchObject({ code: 'PATH_REFUSED' })
      if (!name.includes('shm') && !name.includes('RECORD'))
        expect(await readInside(store, `other/${name}`, { recordFile })).toMatchObject({ code: 'PATH_REFUSED' })
    },
  )

  it('does not hide what only begins like it', async () => {
    expect(await readInside(store, 'data/recorded.txt', { recordFile: join(store, 'data/record') })).toMatchObject({
      ok: true,
    })
  })
})
