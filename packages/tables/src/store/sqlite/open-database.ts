import type { DatabaseSync } from '@photostructure/sqlite'
import { statSync } from 'node:fs'

type Connected = InstanceType<typeof DatabaseSync>
type Statement = ReturnType<Connected['prepare']>
type Values = Record<string, unknown>
type Parameter = null | number | bigint | string

/** A database that is open, with its statements. */
export class OpenDatabase {
  // Kept here because its statements do not keep it from being collected.
  private readonly database: Connected
  private readonly statements = new Map<string, Statement>()
  private readonly file: string
  private readonly inode: string | undefined

  constructor(database: Connected, file: string) {
    this.database = database
    this.file = file
    this.inode = inodeOf(file)
  }

  all(text: string, parameters: readonly unknown[]): readonly Values[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callers bind texts, numbers and null; rows are objects
    return this.prepared(text).all(...(parameters as Parameter[])) as Values[]
  }

  /** The one row that an insert gives back. Only in a transaction: it alone tells whether the row was stored. */
  first(text: string, parameters: readonly unknown[]): Values | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above; of `all` the driver does not tell the code of an error
    return this.prepared(text).get(...(parameters as Parameter[])) as Values | undefined
  }

  /** Another number after every change to the schema, whoever made it. */
  schemaVersion(): number {
    return Number(this.first('pragma schema_version', [])?.['schema_version'])
  }

  execute(text: string): void {
    this.database.exec(text)
  }

  isTransaction(): boolean {
    return this.database.isTransaction
  }

  transaction<T>(work: () => T): T {
    this.database.exec('begin immediate')
    try {
      const result = work()
      this.database.exec('commit')
      return result
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('rollback')
      throw error
    }
  }

  /** Whole numbers come as bigint: a key may be larger than a number can say. */
  private prepared(text: string): Statement {
    const known = this.statements.get(text)
    if (known !== undefined) return known
    const statement = this.database.prepare(text)
    statement.setReadBigInts(true)
    this.statements.set(text, statement)
    return statement
  }

  isCurrent(): boolean {
    return inodeOf(this.file) === this.inode
  }

  /** All rows are in the file itself afterwards, unless somebody else has it open: whoever copies it copies them. */
  close(): void {
    this.statements.clear()
    try {
      this.database.exec('pragma wal_checkpoint(truncate)')
    } catch {
      // It was opened to be read only, or is locked: the rows are in its -wal file.
    }
    this.database.close()
  }
}

function inodeOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
