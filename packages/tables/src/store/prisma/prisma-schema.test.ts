import { expect, it } from 'vitest'
import { parsePrismaSchema } from './prisma-schema.ts'

const SCHEMA = String.raw`
generator client {
  provider        = "prisma-client"
  previewFeatures = ["views"]
}

/// A comment with { and "
model User {
  /**
   * Several lines {
   */
  id    String   @id(map: "user_key") @default(dbgenerated("gen_random_uuid()")) @db.Uuid
  note  String?  @default("a \"quoted\" // text } @here") // trailing " quote
  tags  String[]
  place Unsupported("point")?

  @@unique([id, note(sort: Desc)], map: "user_note")
  @@map("users")
}

enum Color {
  RED   @map("dark red")
  GREEN
}
`

it('reads fields, attributes and their arguments, and no comment', () => {
  const [generator, user, color] = parsePrismaSchema(SCHEMA)
  expect(generator).toMatchObject({ keyword: 'generator', name: 'client' })
  const call = (name: string, value: string): unknown => ({ call: name, arguments: [{ name: undefined, value }] })
  expect(user).toEqual({
    keyword: 'model',
    name: 'User',
    lines: [
      {
        words: ['id', 'String'],
        attributes: [
          { name: 'id', arguments: [{ name: 'map', value: 'user_key' }] },
          { name: 'default', arguments: [{ name: undefined, value: call('dbgenerated', 'gen_random_uuid()') }] },
          { name: 'db.Uuid', arguments: [] },
        ],
      },
      {
        words: ['note', 'String', '?'],
        attributes: [{ name: 'default', arguments: [{ name: undefined, value: 'a "quoted" // text } @here' }] }],
      },
      { words: ['tags', 'String', '[', ']'], attributes: [] },
      { words: ['place', 'Unsupported', '(', '"point"', ')', '?'], attributes: [] },
      {
        words: [],
        attributes: [
          {
            name: 'unique',
            arguments: [
              {
                name: undefined,
                value: ['id', { call: 'note', arguments: [{ name: 'sort', value: 'Desc' }] }],
              },
              { name: 'map', value: 'user_note' },
            ],
          },
        ],
      },
      { words: [], attributes: [{ name: 'map', arguments: [{ name: undefined, value: 'users' }] }] },
    ],
  })
  expect(color?.lines.map(({ words }) => words)).toEqual([['RED'], ['GREEN']])
})

it.each(['', '{', 'model A', 'model A { id Int @id(', '}{', 'model A { x @default([ }'])(
  'comes to an end with %j',
  (text) => {
    expect(() => parsePrismaSchema(text)).not.toThrow()
  },
)
