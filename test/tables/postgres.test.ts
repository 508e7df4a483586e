import { afterAll, beforeAll, describe } from 'vitest'
import { find } from '../machine.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { edgeSuite } from './edges.ts'
import { postgresLab } from './lab.ts'
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
  postgresFailureSuite(lab, () => server)
})
