/** What a client of Prisma 7.10 has in it. */
export const RECORDED_CLIENT: unknown = {
  _activeProvider: 'postgresql',
  _runtimeDataModel: {
    models: {
      User: {
        schema: 'public',
        fields: [
          { name: 'id', kind: 'scalar', type: 'String' },
          { name: 'email', kind: 'scalar', type: 'String' },
          { name: 'profile', kind: 'object', type: 'Profile', relationName: 'ProfileToUser' },
          { name: 'notes', kind: 'object', type: 'Note', relationName: 'written_by' },
        ],
      },
      Profile: {
        schema: 'public',
        fields: [
          { name: 'userId', kind: 'scalar', type: 'String', dbName: 'user_id' },
          { name: 'user', kind: 'object', type: 'User', relationName: 'ProfileToUser' },
        ],
      },
      Note: {
        schema: 'public',
        fields: [
          { name: 'id', kind: 'scalar', type: 'String' },
          { name: 'userId', kind: 'scalar', type: 'String', dbName: 'user_id' },
          { name: 'user', kind: 'object', type: 'User', relationName: 'written_by' },
          { name: 'rank', kind: 'scalar', type: 'Int' },
          { name: 'real', kind: 'scalar', type: 'Float' },
          { name: 'time', kind: 'scalar', type: 'DateTime' },
          { name: 'decimals', kind: 'scalar', type: 'Decimal' },
        ],
      },
      OldUser: {
        schema: 'archive',
        fields: [
          { name: 'id', kind: 'scalar', type: 'String' },
          { name: 'of', kind: 'object', type: 'User', relationName: 'OldUserToUser' },
        ],
      },
      ShortKey: {
        schema: 'archive',
        fields: [{ name: 'key', kind: 'scalar', type: 'String' }],
      },
      Summary: {
        schema: 'public',
        fields: [{ name: 'id', kind: 'scalar', type: 'Int' }],
      },
    },
  },
  _engineConfig: {
    inlineSchema: `generator client {
  provider        = "prisma-client-js"
  output          = "../out"
  previewFeatures = ["views"]
}

datasource db {
  provider = "postgresql"
  schemas  = ["archive", "public"]
}

model User {
  id      String   @id @db.VarChar(40)
  email   String   @unique
  profile Profile?
  notes   Note[]   @relation("written_by")
  old     OldUser? @ignore

  @@map("users")
  @@schema("public")
}

/// Its key is another table's: nobody can make one.
model Profile {
  userId String @id(map: "profile_key") @map("user_id")
  user   User   @relation(fields: [userId], references: [id], map: "profile_of_user")
  secret Int    @ignore

  @@map("profiles")
  @@schema("public")
}

model Note {
  id       String   @default(uuid(7))
  userId   String   @map("user_id")
  user     User     @relation("written_by", fields: [userId], references: [id])
  rank     Int      @db.SmallInt
  real     Float?   @db.Real
  time     DateTime @default(now()) @db.Time
  decimals Decimal  @db.Decimal(8, 0)

  @@id([userId, rank])
  @@unique([rank(sort: Desc), time], name: "by_rank")
  @@map("notes_with_a_name_that_is_quite_long_for_a_table_of_a_database")
  @@schema("public")
}

model OldUser {
  id String @id @default(uuid())
  of User   @relation(fields: [id], references: [id])

  @@map("users")
  @@schema("archive")
}

model ShortKey {
  key String @id @db.Char(8)

  @@schema("archive")
}

model Hidden {
  id Int @id

  @@ignore
  @@schema("public")
}

view Summary {
  id Int @unique

  @@schema("public")
}
`,
  },
}
