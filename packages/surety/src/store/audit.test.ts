import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LABS, type Lab, hostOn } from './engines.test-data.ts'
import { type Store, openStore } from './store.ts'

describe.each(LABS)('the record on $engine', ({ start }) => {
  let lab: Lab
  let url: string
  let store: Store

  beforeAll(() => {
    lab = start()
  })
  afterEach(() => store.close())
  afterAll(() => lab.end())

  /** A store with so many steps by one writer, and the ids of the steps. */
  async function withSteps(count: number): Promise<string[]> {
    url = lab.fresh()
    store = await openStore(url)
    return moreSteps(count)
  }

  async function moreSteps(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let made = 0; made < count; made += 1) {
      const { stepId } = await hostOn(store).call('write', { text: String(made) }, { principal: 'ada' })
      ids.push(stepId)
    }
    return ids
  }

  it('is whole as long as nobody touches it, with or without a head', async () => {
    await withSteps(3)
    expect(await store.audit.verify()).toMatchObject({
      ok: true,
      steps: 3,
      proven: 0,
      message: expect.stringContaining('not proven'),
    })
    const head = await store.audit.head()
    expect(head).toMatch(/^[0-9a-f]{64}$/)
    expect(await store.audit.verify({ head })).toMatchObject({ ok: true, steps: 3, proven: 3 })
    await moreSteps(2)
    expect(await store.audit.verify({ head })).toMatchObject({ ok: true, steps: 5, proven: 3 })
    expect(await store.audit.head()).not.toBe(head)
  })

  it.each([
    ['a result', `update surety_steps set body = replace(body, '"written":"1"', '"written":"7"')`, 'altered'],
    ['whose step it is', `update surety_steps set principal = 'eve'`, 'altered'],
    ['which tool it was', `update surety_steps set tool_name = 'read'`, 'altered'],
    ['when it ended', `update surety_steps set ended_at = ended_at + 1`, 'altered'],
    ['its hash', `update surety_steps set hash = '${'0'.repeat(64)}'`, 'altered'],
    ['its being there', `delete from surety_steps`, 'missing'],
  ])('names the first step of which somebody changed %s', async (_what, statement, problem) => {
    const [, second = '', third = ''] = await withSteps(4)
    lab.tamper(url, `${statement} where step_id = '${second}'`)
    const stepId = problem === 'missing' ? third : second
    expect(await store.audit.verify()).toMatchObject({ ok: false, problem, stepId })
  })

  it('names the first step that is out of order', async () => {
    const [, second = '', third = ''] = await withSteps(4)
    lab.tamper(
      url,
      `update surety_steps set number = 100 where step_id = '${second}'`,
      `update surety_steps set number = 2 where step_id = '${third}'`,
      `update surety_steps set number = 3 where step_id = '${second}'`,
    )
    expect(await store.audit.verify()).toMatchObject({ ok: false, problem: 'reordered', stepId: third })
  })

  it('finds a tail that was cut off clumsily by itself, and one that was cut off well with the head', async () => {
    const ids = await withSteps(4)
    const head = await store.audit.head()
    lab.tamper(url, `delete from surety_steps where step_id = '${ids[3]}'`)
    expect(await store.audit.verify()).toMatchObject({ ok: false, problem: 'missing' })
    lab.tamper(
      url,
      `update surety_writers set number = 3, hash = (select hash from surety_steps where step_id = '${ids[2]}')`,
    )
    expect(await store.audit.verify()).toMatchObject({ ok: true, steps: 3 })
    expect(await store.audit.verify({ head })).toMatchObject({ ok: false, problem: 'missing' })
    lab.tamper(url, 'delete from surety_checkpoints')
    expect(await store.audit.verify({ head })).toMatchObject({ ok: false, problem: 'unknown head' })
  })

  it('finds a step that was added, and a writer that was removed with all its steps', async () => {
    await withSteps(2)
    const head = await store.audit.head()
    lab.tamper(
      url,
      `insert into surety_steps (step_id, trace_id, principal, idx, tool_name, writer, number, hash, body)
         select 'added', 't', principal, 0, tool_name, 'nobody', 1, hash, body from surety_steps limit 1`,
    )
    expect(await store.audit.verify()).toMatchObject({ ok: false, problem: 'altered', stepId: 'added' })
    lab.tamper(url, 'delete from surety_steps', 'delete from surety_writers')
    expect(await store.audit.verify()).toMatchObject({ ok: true, steps: 0 })
    expect(await store.audit.verify({ head })).toMatchObject({ ok: false, problem: 'missing' })
  })

  it('still verifies once old steps were forgotten, also against a head from before', async () => {
    const ids = await withSteps(6)
    const head = await store.audit.head()
    await moreSteps(2)
    const { traceId } = await hostOn(store).call('write', { text: 'large' }, { principal: 'ada' })
    const old = Date.now() - 10_000_000
    // As if the first four had been made long ago, by a surety of that time.
    await store.close()
    lab.tamper(url, `update surety_steps set ended_at = ${old} where number <= 4`)
    store = await openStore(url, { retention: '1h' })
    await expect.poll(() => store.audit.verify(), { timeout: 10_000 }).toMatchObject({ ok: true, steps: 5 })
    expect(await store.audit.verify({ head })).toMatchObject({ ok: true, proven: 2 })
    expect(await store.journal.trace(traceId)).toHaveLength(1)
    lab.tamper(url, `delete from surety_steps where step_id = '${ids[4]}'`)
    expect(await store.audit.verify()).toMatchObject({ ok: false, problem: 'missing', stepId: ids[5] })
  })

  it('of a newer surety is left alone, with what to do', async () => {
    await withSteps(1)
    lab.tamper(url, `update surety_settings set value = '99' where name = 'version'`)
    await expect(openStore(url)).rejects.toThrow(/The store has version 99, this surety knows 1 at most. Update surety/)
  })

  it('is made only where somebody wants one', async () => {
    await withSteps(1)
    const other = lab.fresh()
    lab.tamper(other, 'create table somebody_elses (id text)')
    await expect(openStore(other, { mustExist: true })).rejects.toThrow('there is no store in this database')
    expect(() => lab.tamper(other, 'select * from surety_settings')).toThrow('surety_settings')
    const again = await openStore(url, { mustExist: true })
    expect(await again.audit.verify()).toMatchObject({ steps: 1 })
    await again.close()
  })

  it('is made once where many start at the same time', async () => {
    url = lab.fresh()
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(url)))
    store = stores[0] ?? (await openStore(url))
    await Promise.all(stores.map((one) => hostOn(one).call('write', { text: 'x' })))
    expect(await store.audit.verify()).toMatchObject({ ok: true, steps: 6, writers: 6 })
    await Promise.all(stores.slice(1).map((one) => one.close()))
  })
})
