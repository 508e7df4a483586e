import { type TableTool, type ToolExecutionResult, createTableTools } from '@surety/tables'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Postgres } from '../postgres.ts'
import { CONFIGURATION, ENTRY, MOOD } from './configuration.ts'
import { type LabMaker, type TablesLab, createTables, rowsOf } from './lab.ts'

/** What a PostgreSQL server can answer to an insert, told alike by every store that speaks to one. */
export function postgresFailureSuite({ name, make }: LabMaker, server: () => Postgres): void {
  describe(`on ${name}`, () => {
    let lab: TablesLab
    let tool: TableTool

    beforeEach(async () => {
      lab = await make()
      await createTables(lab, CONFIGURATION.tables)
      const [first] = await createTableTools({ config: CONFIGURATION, store: lab.store })
      tool = first ?? expect.unreachable()
    })
    afterEach(() => lab.close())

    const log = (input: object = {}): Promise<ToolExecutionResult> => tool.execute({ ...ENTRY, ...input })
    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const insertWaits = async (): Promise<boolean> =>
      (await lab.query(`select 1 from pg_stat_activity where query ilike 'insert%' and state = 'active'`)).length > 0

    /** Every insert fails with this SQLSTATE. */
    const failWith = (state: string): Promise<void> =>
      lab.run(`create function fail() returns trigger language plpgsql as $$
        begin raise exception 'no' using errcode = '${state}'; end $$;
        create trigger fail before insert on mood_entries for each row execute function fail()`)

    it.each([
      ['23503', 'DATABASE_ERROR', 'P2003'],
      ['23514', 'DATABASE_ERROR', 'P2004'],
      ['23P01', 'DATABASE_ERROR', 'P2004'],
      ['P0001', 'DATABASE_ERROR', 'P2004'],
      ['22001', 'DATABASE_ERROR', 'P2000'],
      ['22003', 'DATABASE_ERROR', 'P2020'],
      ['40001', 'DATABASE_ERROR', 'P2034'],
      ['40P01', 'DATABASE_ERROR', 'P2034'],
      ['57014', 'DATABASE_ERROR', 'P1008'],
      ['55P03', 'DATABASE_ERROR', 'P1008'],
      ['42501', 'DATABASE_ERROR', 'P1010'],
      ['25006', 'DATABASE_ERROR', 'read_only'],
      ['53100', 'DATABASE_ERROR', 'disk_full'],
      ['XX000', 'UNKNOWN_ERROR', 'internal_error'],
    ])('SQLSTATE %s is %s %s', async (state, type, code) => {
      await failWith(state)
      const result = await log()
      expect(result).toMatchObject({ success: false, error: { type, details: { code } } })
      expect(await rowsOf(lab, MOOD)).toEqual([])
    })

    it('a foreign key that leads nowhere names its field', async () => {
      await lab.run(`create table users (id varchar(50) primary key);
        alter table mood_entries add constraint fk_user foreign key (telegram_user_id) references users (id)`)
      const [again] = await createTableTools({ config: CONFIGURATION, store: lab.store })
      // A Prisma client knows only what is in its schema.
      const where = name === 'Prisma' ? '' : ' on (user_id)'
      expect(await again?.execute(ENTRY)).toMatchObject({
        error: {
          message: `Failed to insert mood entry: foreign key constraint violation${where}`,
          details: { code: 'P2003' },
        },
      })
    })

    it('a check of the database is P2004', async () => {
      await lab.run(`alter table mood_entries add constraint strict_energy check (energy_level <= 5)`)
      const [again] = await createTableTools({ config: CONFIGURATION, store: lab.store })
      expect(await again?.execute(ENTRY)).toMatchObject({ error: { details: { code: 'P2004' } } })
    })

    it('a required column that no field covers is P2011', async () => {
      await lab.run('alter table mood_entries add column extra text not null')
      expect(await log()).toMatchObject({ error: { type: 'DATABASE_ERROR', details: { code: 'P2011' } } })
    })

    it('a column that is gone is CONFIG_ERROR, until it is back', async () => {
      expect(await log()).toMatchObject({ success: true })
      await lab.run('alter table mood_entries rename column energy_level to energy')
      for (const _ of [1, 2])
        expect(await log({ user_id: 'b' })).toMatchObject({
          error: { type: 'CONFIG_ERROR', details: { code: 'column_not_found' } },
        })
      await lab.run('alter table mood_entries rename column energy to energy_level')
      expect(await log({ user_id: 'b' })).toMatchObject({ success: true })
    })

    it('connections that the server ends while idle are replaced unseen', async () => {
      for (let round = 0; round < 5; round += 1) {
        expect(await log({ user_id: `u${round}` })).toMatchObject({ success: true })
        await lab.run(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and state = 'idle'`,
        )
        // Until the client knows: otherwise the next insert may be sent into a connection that is just ending.
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })

    it('a connection that is killed in the middle of an insert leaves the outcome open, and says so', async () => {
      await lab.run(`create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$;
        create trigger slow before insert on mood_entries for each row execute function slow()`)
      const running = log()
      await until(insertWaits)
      await lab.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'insert%' and state = 'active'`,
      )
      expect(await running).toMatchObject({
        error: {
          type: 'DATABASE_ERROR',
          details: { code: 'P1017' },
          message: expect.stringContaining('may or may not have been stored'),
        },
      })
      await lab.run('drop trigger slow on mood_entries')
      expect(await log()).toMatchObject({ success: true })
    })

    it('a server that is stopped is P1001, and found again when it is back', async () => {
      expect(await log()).toMatchObject({ success: true })
      server().stop('fast')
      try {
        await until(async () => {
          const result = await log({ user_id: 'b' })
          return !result.success && result.error.details?.code === 'P1001'
        })
      } finally {
        server().start()
      }
      await until(async () => (await log({ user_id: 'c' })).success)
    })

    it('two transactions that wait for each other end in P2034 for one', async () => {
      await lab.run(`create table lock_a (id int primary key); insert into lock_a values (1), (2);
        create function cross_lock() returns trigger language plpgsql as $$ begin
          if new.energy_level = 1 then
            update lock_a set id = id where id = 1; perform pg_sleep(0.5); update lock_a set id = id where id = 2;
          else
            update lock_a set id = id where id = 2; perform pg_sleep(0.5); update lock_a set id = id where id = 1;
          end if; return new; end $$;
        create trigger cross_lock before insert on mood_entries for each row execute function cross_lock()`)
      let codes: (string | undefined)[] = []
      // On a busy machine the two may miss each other.
      while (!codes.includes('P2034')) {
        const results = await Promise.all([
          log({ user_id: `a${Math.random()}`, energy_level: 1 }),
          log({ user_id: `b${Math.random()}`, energy_level: 2 }),
        ])
        codes = results.map((result) => (result.success ? 'stored' : result.error.details?.code))
      }
      expect(new Set(codes)).toEqual(new Set(['P2034', 'stored']))
    })
  })
}
