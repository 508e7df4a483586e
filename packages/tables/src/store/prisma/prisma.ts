import { prismaInsert } from './prisma-insert.ts'
import { readPrismaModels } from './prisma-model.ts'
import { StoreFailure } from '../store-failure.ts'
import type { TableStore } from '../table-store.ts'

/** A generated PrismaClient, whatever its schema; also one with extensions. */
export interface PrismaClientLike {
  readonly $connect: () => Promise<unknown>
  readonly $disconnect: () => Promise<unknown>
}

/**
 * Stores rows through a PrismaClient of the user's own: its models are the tables there are, and its connection stays the user's
 * to close. Throws where the client does not tell its models.
 */
export function prismaStore(client: PrismaClientLike): TableStore {
  const read = readPrismaModels(client)
  if (read === undefined)
    throw new TypeError(
      'prismaStore() found no data model in the client. Pass an instance of a PrismaClient that Prisma 6 or 7 has generated.',
    )
  const { models, provider } = read
  return {
    engine: 'prisma',
    // Only the client knows its host.
    effects: { network: 'any' },
    prepare: async () => {},
    describe: async (tableName) => models.get(tableName)?.table,
    tableNames: async () => [...models.keys()],
    compile: ({ name }, columns) => {
      const model = models.get(name)
      if (model === undefined) throw new StoreFailure('table_not_found')
      return prismaInsert(client, model, columns, provider)
    },
    close: async () => {},
  }
}
