import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { type Postgres, startPostgres } from '../../../../test/postgres.ts'
import { hostOn } from './engines.test-data.ts'
import { openStore } from './store.ts'

const FULL_DISK = new URL('../../test/store/full-disk.mjs', import.meta.url).pathname

describe('a store in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-outage-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('refuses calls while its disk is full, and takes them again once it is not', () => {
    const script = `mount -t tmpfs -o size=1m tmpfs "$0" && exec "$1" "$2" "$0"`
    const said: unknown = JSON.parse(
      execFileSync(
        'unshare',
        ['-r', '-m', 'sh', '-c', script, mkdtempSync(join(folder, 'disk-')), process.execPath, FULL_DISK],
        {
          encoding: 'utf8',
        },
      ),
    )
    const { whileFull, ran, steps } = said as { whileFull: string[]; ran: number; steps: number }
    expect(said).toMatchObject({ before: 'ok', after: 'ok', ok: true })
    // Those that the file had room for; then nothing runs, or it is told that nobody knows how it ended.
    expect(whileFull).toContain('INTERNAL_ERROR at admit')
    expect(
      whileFull.filter((end) => !['ok', 'INTERNAL_ERROR at admit', 'OUTCOME_UNKNOWN at execute'].includes(end)),
    ).toEqual([])
    expect(steps).toBe(ran)
  })

  it('that cannot be written is refused when it is opened, with the reason', () => {
    const locked = join(folder, 'locked')
    mkdirSync(locked)
    chmodSync(locked, 0o555)
    chmodSync(folder, 0o755)
    const script = `import('surety/store').then(({ openStore }) => openStore('sqlite:${locked}/surety.db')).then(() => console.log('opened'), (error) => console.log(error.message))`
    const line = [process.execPath, '-e', script]
    const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', ...line] : line
    const said = execFileSync('env', asNobody, { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') })
    expect(said).toMatch(/^The store sqlite:.*locked\/surety.db cannot be opened: EACCES/)
  })

  it.skipIf(!existsSync('/proc/self'))('where nothing can be made is refused, without an endless try', async () => {
    await expect(openStore('sqlite:/proc/nowhere/surety.db')).rejects.toThrow('cannot be opened: ENOENT')
  })

  it('that somebody removes is made anew: nothing is written to a file that nobody can find', async () => {
    const url = `sqlite:${join(folder, 'removed', 'surety.db')}`
    const store = await openStore(url)
    await hostOn(store).call('write', { text: 'before' })
    rmSync(join(folder, 'removed'), { recursive: true })
    await expect
      .poll(async () => (await hostOn(store).call('write', { text: 'after' })).ok, { timeout: 10_000 })
      .toBe(true)
    const other = await openStore(url)
    expect(await other.audit.verify()).toMatchObject({ ok: true, steps: 1 })
    await Promise.all([store.close(), other.close()])
  })

  it('keeps its files from other users, and leaves none behind but the database and its key', async () => {
    const own = join(folder, 'own')
    const store = await openStore(`sqlite:${join(own, 'surety.db')}`)
    await hostOn(store).call('write', { text: 'x' }, { idempotencyKey: 'k' })
    const files = readdirSync(own)
    const open = files.filter(
      (file) => execFileSync('stat', ['-c', '%a', join(own, file)], { encoding: 'utf8' }).trim() !== '600',
    )
    expect(open).toEqual([])
    await store.close()
    expect(readdirSync(own)).toEqual(['surety.db', 'surety.db.key'])
  })

  it('holds no sensitive value in any of its files, its write-ahead log included', async () => {
    const own = join(folder, 'secrets')
    const store = await openStore(`sqlite:${join(own, 'surety.db')}`)
    const host = hostOn(store)
    const card = 'SECRET-4111-2222-3333'
    const caller = { principal: 'ada', idempotencyKey: 'key-of-ada' }
    expect(await host.call('pay', { card, amount: 5 }, caller)).toMatchObject({ ok: true })
    expect(await host.call('pay', { card, amount: 500 }, { principal: 'ada' })).toMatchObject({ ok: false })
    const [approval] = await store.approvals.list()
    await store.approvals.resolve(approval?.id ?? '', { decision: 'approved', by: 'operator' })
    expect(await host.call('pay', { card, amount: 500 }, { principal: 'ada' })).toMatchObject({ ok: true })
    await host.call(String('pay'), { card: { number: card }, amount: 'x' }, { principal: 'ada' })
    const token = await store.tokens.create({ id: 'ci', role: 'builder' })
    await store.journal.steps({ traceId: 'x' })
    const files = readdirSync(own).map((file) => readFileSync(join(own, file), 'latin1'))
    expect(files.length).toBeGreaterThan(2)
    for (const secret of [card, token, 'key-of-ada']) expect(files.filter((text) => text.includes(secret))).toEqual([])
    expect(files.some((text) => text.includes('[redacted]'))).toBe(true)
    await store.close()
  })
})

describe.skipIf(find('postgres') === undefined)('a store on a PostgreSQL server', () => {
  let postgres: Postgres

  beforeAll(() => {
    postgres = startPostgres(['fsync=off'])
  })
  afterAll(() => postgres.remove())

  it('refuses calls while the server is gone, and takes them again once it is back', async () => {
    const store = await openStore(postgres.database('outage'))
    const host = hostOn(store)
    expect(await host.call('write', { text: 'before' })).toMatchObject({ ok: true })
    const underLoad = Array.from({ length: 20 }, (_, made) => host.call('write', { text: String(made) }))
    postgres.stop('immediate')
    await Promise.all(underLoad)
    const refused = await host.call('write', { text: 'while' })
    expect(refused).toMatchObject({ error: { code: 'INTERNAL_ERROR', stage: 'admit', blame: 'environment' } })
    await expect(store.ready()).rejects.toThrow()
    await expect.poll(() => host.call('read', {}), { timeout: 5000 }).toMatchObject({ ok: false })
    postgres.start()
    await expect.poll(async () => (await host.call('write', { text: 'after' })).ok, { timeout: 20_000 }).toBe(true)
    expect(await host.call('read', {})).toMatchObject({ ok: true })
    await store.ready()
    expect(await store.audit.verify()).toMatchObject({ ok: true })
    await store.close()
  })

  it('holds no sensitive value', async () => {
    const store = await openStore(postgres.database('secrets'))
    const card = 'SECRET-4111-2222-3333'
    await hostOn(store).call('pay', { card, amount: 5 }, { principal: 'ada', idempotencyKey: 'key-of-ada' })
    await hostOn(store).call('pay', { card, amount: 500 }, { principal: 'ada' })
    await store.close()
    const tables = ['steps', 'claims', 'approvals', 'outputs', 'settings', 'writers']
    const dump = tables.map((table) => postgres.psql(`select * from surety_${table}`, 'secrets')).join('\n')
    expect(dump).toContain('[redacted]')
    expect(dump).not.toContain(card)
    expect(dump).not.toContain('key-of-ada')
  })
})
