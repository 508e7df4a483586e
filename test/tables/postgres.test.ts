import { createTableTools, postgresStore } from '@surety/tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIGURATION, ENTRY } from './configuration.ts'
import { find } from '../machine.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { changesSuite } from './changes.ts'
import { edgeSuite } from './edges.ts'
import { createTables, postgresLab } from './lab.ts'
import { paritySuite } from './parity.ts'
import { postgresFailureSuite } from './postgres-failures.ts'
import { truthSuite } from './truth.ts'

describe.skipIf(find('postgres') === undefined)('a server of its own', () => {
  let server: Postgres
  beforeAll(() => void (server = startPostgres()))
  afterAll(() => server?.remove())

  const lab = postgresLab('PostgreSQL', () => server)
  paritySuite(lab)
  edgeSuite(lab)
  truthSuite(lab)
  changesSuite(lab)
  postgresFailureSuite(lab, () => server)

  it('a user who may read a table and not insert into it is told P1010', async () => {
    const { run, close } = await lab.make()
    await createTables({ engine: 'postgres', run }, CONFIGURATION.tables)
    await run(
      `drop role if exists reader; create role reader login; grant usage on schema public to reader; grant select on all tables in schema public to reader`,
    )
    const asReader = postgresStore(server.url().replace('surety@', 'reader@'))
    const [tool] = await createTableTools({ config: CONFIGURATION, store: asReader })
    expect(await tool?.execute(ENTRY)).toMatchObject({ error: { type: 'DATABASE_ERROR', details: { code: 'P1010' } } })
    // To give back the key the database asks for the right to read it.
    await run(
      'revoke select on all tables in schema public from reader; grant insert on all tables in schema public to reader',
    )
    expect(await tool?.execute(ENTRY)).toMatchObject({
      error: { message: expect.stringContaining('to SELECT its key'), details: { code: 'P1010' } },
    })
    await asReader.close()
    await run('drop owned by reader; drop role reader')
    await close()
  })
})
