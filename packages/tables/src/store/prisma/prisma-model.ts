import { z } from 'zod'
import { mappedName } from './prisma-attributes.ts'
import type { EnumNames } from './prisma-column.ts'
import { parsePrismaSchema, type SchemaBlock, type SchemaLine } from './prisma-schema.ts'
import { hasUuidDefault, prismaTable } from './prisma-table.ts'
import type { TableInfo } from '../table-info.ts'

/** A model of the client, and the table that it stands for. */
export interface PrismaModel {
  /** The property of the client: `moodEntry`. */
  readonly property: string
  readonly table: TableInfo
  /** By column: scalars and enums that the client takes. A relation is never among them: its value would be a nested write. */
  readonly fields: ReadonlyMap<string, PrismaField>
}

export interface PrismaField {
  readonly name: string
  readonly type: string
  readonly enumNames: EnumNames | undefined
  /** The client makes a random UUID where nobody gives a value. */
  readonly hasUuidDefault: boolean
}

/** What every client since Prisma 6 has in it: the fields that it takes, and the text of its schema, which tells the rest. */
const ReadableClient = z.object({
  _runtimeDataModel: z.object({
    models: z.record(
      z.string(),
      z.object({
        schema: z.string().nullish(),
        fields: z.array(z.object({ name: z.string(), kind: z.string(), type: z.string() })),
      }),
    ),
  }),
  _engineConfig: z.object({ inlineSchema: z.string() }),
  _activeProvider: z.string(),
})
type RuntimeModel = z.output<typeof ReadableClient>['_runtimeDataModel']['models'][string]

export interface PrismaModels {
  /** `postgresql`, `mysql`, `sqlite`, … */
  readonly provider: string
  /** By the name of the table. */
  readonly models: ReadonlyMap<string, PrismaModel>
}

/** The models of a client; undefined where it does not let them be read. */
export function readPrismaModels(client: unknown): PrismaModels | undefined {
  const read = ReadableClient.safeParse(client)
  if (!read.success) return undefined
  const blocks = parsePrismaSchema(read.data._engineConfig.inlineSchema)
  const enums = new Map(blocks.filter(({ keyword }) => keyword === 'enum').map((block) => [block.name, namesOf(block)]))
  const related = new Set(
    blocks.filter(({ keyword }) => keyword === 'model' || keyword === 'view').map(({ name }) => name),
  )
  const models = blocks
    .filter(({ keyword }) => keyword === 'model')
    .flatMap((block) => {
      const runtime = read.data._runtimeDataModel.models[block.name]
      if (runtime === undefined) return []
      const lines = block.lines.filter(({ words: [, type = ''] }) => !related.has(type))
      return [{ runtime, model: modelOf(block, lines, runtime, enums) }]
    })
  // Of two tables of one name the one in the default schema comes last, and stays.
  const inOrder = models.toSorted((a, b) => Number(isInDefaultSchema(a.runtime)) - Number(isInDefaultSchema(b.runtime)))
  return {
    provider: read.data._activeProvider,
    models: new Map(inOrder.map(({ model }) => [model.table.name, model])),
  }
}

function isInDefaultSchema({ schema }: RuntimeModel): boolean {
  return schema === null || schema === undefined || schema === 'public' || schema === 'dbo'
}

function namesOf({ lines }: SchemaBlock): EnumNames {
  return new Map(lines.flatMap((line) => line.words.slice(0, 1).map((name) => [mappedName(line, name), name])))
}

function modelOf(
  block: SchemaBlock,
  scalarLines: readonly SchemaLine[],
  runtime: RuntimeModel,
  enums: ReadonlyMap<string, EnumNames>,
): PrismaModel {
  const lines = new Map(scalarLines.flatMap((line) => line.words.slice(0, 1).map((name) => [name, line])))
  const columns = new Map([...lines].map(([name, line]) => [name, mappedName(line, name)]))
  const fields = runtime.fields
    .filter(({ kind }) => kind === 'scalar' || kind === 'enum')
    .flatMap(({ name, type }): [string, PrismaField][] => {
      const line = lines.get(name)
      if (line === undefined) return []
      const field = { name, type, enumNames: enums.get(type), hasUuidDefault: hasUuidDefault(line) }
      return [[mappedName(line, name), field]]
    })
  return {
    property: block.name.charAt(0).toLowerCase() + block.name.slice(1),
    table: prismaTable(block, columns, enums),
    fields: new Map(fields),
  }
}
