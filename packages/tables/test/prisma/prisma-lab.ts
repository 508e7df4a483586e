import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PrismaClientLike } from '../../src/store/prisma/prisma.ts'

const run = promisify(execFile)

const ADAPTER = '@prisma/adapter-pg'

/** The newest of each major version that runs on Node 20. */
export const PRISMA_VERSIONS = ['7.10.0', '6.19.3'] as const
export type PrismaVersion = (typeof PRISMA_VERSIONS)[number]

/** Creates the tables of schema.prisma in a database of PostgreSQL; all but `ghosts`. */
export const TABLES_SQL: string = readFileSync(new URL('tables.sql', import.meta.url), 'utf8')

/** A folder with Prisma and a client generated for schema.prisma. */
export interface PrismaLab {
  /** `pool` are settings of the driver's pool, such as `max`. */
  readonly makeClient: (url: string, pool?: Readonly<Record<string, unknown>>) => Promise<PrismaClientLike>
  /** Ends the connections of all clients. */
  readonly remove: () => Promise<void>
}

/** What the installed packages give; loaded at run time, so the compiler cannot know. */
interface Installed {
  readonly PrismaClient: new (options: { readonly adapter: unknown }) => PrismaClientLike
  readonly PrismaPg: new (pool: Readonly<Record<string, unknown>>) => unknown
}

/** Installs Prisma, which takes a while, and generates a client without asking the network for an engine. */
export async function prismaLab(version: PrismaVersion = '7.10.0'): Promise<PrismaLab> {
  const folder = mkdtempSync(join(tmpdir(), 'surety-prisma-'))
  const clients: PrismaClientLike[] = []
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, 'schema.prisma'), schemaFor(version))
  const packages = ['prisma', '@prisma/client', ADAPTER].map((name) => `${name}@${version}`)
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  await run(process.execPath, [join(folder, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'], {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' },
  })
  const { PrismaClient, PrismaPg } = load(folder)

  return {
    makeClient: async (url, pool = {}) => {
      const client = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, ...pool }) })
      clients.push(client)
      return client
    },
    remove: async () => {
      await Promise.all(clients.map((client) => client.$disconnect()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Prisma 6 wants an address in the schema; 7 refuses one. */
function schemaFor(version: PrismaVersion): string {
  const schema = readFileSync(new URL('schema.prisma', import.meta.url), 'utf8')
  if (!version.startsWith('6.')) return schema
  return schema.replace('provider = "postgresql"', 'provider = "postgresql"\n  url = "postgres://unused"')
}

function load(folder: string): Installed {
  const require = createRequire(join(folder, 'package.json'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made at run time, after schema.prisma
  return { ...require(join(folder, 'client')), ...require(ADAPTER) } as Installed
}
