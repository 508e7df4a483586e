import type { DataType } from '../config/field-config.ts'

/** A table, as the database's catalogue tells it. */
export interface TableInfo {
  readonly name: string
  readonly columns: ReadonlyMap<string, ColumnInfo>
  /** The column whose value is the row's id: a primary key of one column, else one named `id`. */
  readonly idColumn: string | undefined
  /** How its values can be made before the row is inserted, where that is the same as what the database would do. */
  readonly idSource?: { readonly kind: 'uuid' } | { readonly kind: 'sequence'; readonly sequence: string }
  /** The database may change a row before it is stored, or leave it out: triggers and rules do. */
  readonly changesRows?: boolean
  /** It may change or remove a row after it was stored: what an insert gives back is not yet what is there. */
  readonly changesLater?: boolean
  /** What SQLite calls its own number of each row, where the table has one. */
  readonly rowNumber?: string
  /** Another number after every change to any table of the database, where the database counts them. */
  readonly version?: number
  /** Unique constraints and indexes, the primary key among them. */
  readonly uniques: readonly ConstraintInfo[]
  readonly foreignKeys: readonly ConstraintInfo[]
  readonly checks: readonly CheckInfo[]
}

export interface ColumnInfo {
  readonly name: string
  /** The type in the engine's own words: `character varying(50)`, `TEXT`. */
  readonly type: string
  /** The data types of fields that can be stored in it without loss; empty where none can. */
  readonly holds: readonly DataType[]
  readonly nullable: boolean
  /** The database fills it in where nobody gives a value. */
  readonly hasDefault: boolean
  /** The database computes it: nobody may give a value. */
  readonly generated: boolean
  /** A text key without default, such as ORMs make: whoever inserts makes a UUID. */
  readonly needsUuid: boolean
  readonly maxLength?: number
  /** Digits in all; without `scale`, as many as a floating point type keeps. */
  readonly precision?: number
  readonly scale?: number
  /** The values of an enum type. */
  readonly enumValues?: readonly string[]
  /** The lowest and highest value of an integer type. */
  readonly min?: number
  readonly max?: number
}

export interface ConstraintInfo {
  /** Undefined where the engine gives it none. */
  readonly name: string | undefined
  readonly columns: readonly string[]
  /** An index that covers only some rows, or expressions: `columns` has those that are known. */
  readonly partial?: boolean
}

export interface CheckInfo {
  readonly name: string | undefined
  /** The condition in SQL. */
  readonly expression: string
}
