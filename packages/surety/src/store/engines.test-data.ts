import { createToolHost, defineTool, type Journal } from '@surety/tool-contracts'
import { DatabaseSync } from '@photostructure/sqlite'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { find } from '../../../../test/machine.ts'
import { type Postgres, startPostgres } from '../../../../test/postgres.ts'
import type { Database } from './database.ts'
import { preparation } from './migrate.ts'
import { postgresDatabase } from './postgres-database.ts'
import { sqliteDatabase } from './sqlite-database.ts'
import type { Store } from './types.ts'

/** A kind of database to run the same tests on. */
export interface Lab {
  /** A store that nobody else uses. */
  readonly fresh: () => string
  /** Runs statements past the store, as somebody with access to the database could. */
  readonly tamper: (url: string, ...statements: string[]) => void
  readonly end: () => void
}

export const LABS: readonly { readonly engine: string; readonly start: () => Lab }[] = [
  { engine: 'SQLite', start: sqliteLab },
  ...(find('postgres') === undefined ? [] : [{ engine: 'PostgreSQL', start: postgresLab }]),
]

function sqliteLab(): Lab {
  const folder = mkdtempSync(join(tmpdir(), 'surety-store-'))
  let made = 0
  return {
    fresh: () => `sqlite:${join(folder, String(++made), 'surety.db')}`,
    tamper: (url, ...statements) => {
      mkdirSync(dirname(url.slice('sqlite:'.length)), { recursive: true })
      const database = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5000 })
      for (const statement of statements) database.exec(statement)
      database.close()
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function postgresLab(): Lab {
  const postgres: Postgres = startPostgres()
  let made = 0
  return {
    fresh: () => postgres.database(`store_${++made}`),
    tamper: (url, ...statements) => void postgres.psql(statements.join(';\n'), /\/(\w+)\?/.exec(url)?.[1]),
    end: () => postgres.remove(),
  }
}

const fields = { description: 'A tool of the tests.', outputSchema: z.unknown() }

const read = defineTool(
  { ...fields, toolName: 'read', inputSchema: z.object({ q: z.string().optional() }), capabilities: ['READ'] },
  ({ q }) => ({ found: q ?? 'nothing' }),
)

const write = defineTool(
  {
    ...fields,
    toolName: 'write',
    inputSchema: z.object({ text: z.string() }),
    capabilities: ['READ', 'WRITE'],
    dependencies: ['read'],
    resourceLimits: { maxOutputBytes: 1000 },
  },
  async ({ text }, { call }) => {
    if (text === 'nested') await call('read', { q: 'inside' })
    if (text === 'fails') throw new Error('No.')
    return { written: text === 'large' ? 'x'.repeat(2000) : text }
  },
)

export const pay = defineTool(
  {
    ...fields,
    toolName: 'pay',
    inputSchema: z.object({ card: z.string(), amount: z.number() }),
    capabilities: ['WRITE'],
    approval: ({ amount }) => amount > 100,
    sensitive: ['input.card', 'output.receipt'],
  },
  ({ amount, card }) => ({ paid: amount, receipt: `for ${card}` }),
)

/** A host of these tools that records in the store. */
export function hostOn({ journal, approver }: Pick<Store, 'approver'> & { readonly journal: Journal }) {
  return createToolHost({ tools: [read, write, pay], journal, approver })
}

/** What a store is made on, without the store. */
export function databaseAt(url: string): Database {
  const prepare = preparation(false)
  return url.startsWith('sqlite:')
    ? sqliteDatabase(url.slice('sqlite:'.length), prepare)
    : postgresDatabase(url, prepare)
}
