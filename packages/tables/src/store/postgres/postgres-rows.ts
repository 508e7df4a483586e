import { z } from 'zod'
import { jsonRows } from '../json-rows.ts'
import type { PostgresType } from './postgres-type.ts'
import type { Query } from '../query.ts'

/** A table as the catalogue's rows tell it. */
export interface PostgresTable {
  readonly columns: readonly PostgresColumn[]
  readonly uniques: readonly PostgresUnique[]
  readonly foreignKeys: readonly { readonly name: string; readonly columns: readonly string[] }[]
  readonly checks: readonly PostgresCheck[]
  /** It has a trigger that runs before each row is inserted, or a rule. */
  readonly changesRows: boolean
  /** It has a trigger of a user's that runs after rows were inserted. */
  readonly changesLater: boolean
}

export interface PostgresColumn extends PostgresType {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  readonly domainDefault: boolean
  readonly defaultValue: string | null
  /** `a` for always, `d` for by default. */
  readonly identity: string
  readonly generated: string
  /** That counts an identity column up. */
  readonly sequence: string | null
}

export interface PostgresUnique {
  readonly name: string
  readonly isPrimary: boolean
  readonly partial: boolean
  readonly columns: readonly string[]
  /** The columns in its expressions. */
  readonly used: readonly string[]
}

export interface PostgresCheck {
  readonly name: string
  readonly expression: string
  /** The quoted column that is meant by VALUE in the condition of a domain. */
  readonly valueOf: string | null
}

/** One statement, so that a table that changes meanwhile is told as it was at one moment. */
const TABLE = `
  with recursive t as (
    select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.oid = pg_catalog.to_regclass(pg_catalog.quote_ident($1::text)) and c.relname = $1::text
      and c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
  ), a as (
    select a.* from pg_catalog.pg_attribute a join t on t.oid = a.attrelid where a.attnum > 0 and not a.attisdropped
  ), types as (
    select a.attnum, a.atttypid as type, a.atttypmod as modifier, false as "notNull", false as "hasDefault" from a
    union all
    select b.attnum, d.typbasetype, d.typtypmod, d.typnotnull, d.typdefault is not null
    from types b join pg_catalog.pg_type d on d.oid = b.type where d.typtype = 'd'
  ), columns as (
    select a.attname as name, pg_catalog.format_type(a.atttypid, a.atttypmod) as type, b.modifier,
      case when n.nspname = 'pg_catalog' or y.typname = 'citext' then y.typname::text else '' end as base,
      (select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder)
        from pg_catalog.pg_enum e where e.enumtypid = y.oid) as "enumValues",
      a.attnotnull or (select pg_catalog.bool_or("notNull") from types u where u.attnum = a.attnum) as "notNull",
      (select pg_catalog.bool_or("hasDefault") from types u where u.attnum = a.attnum) as "domainDefault",
      (select pg_catalog.pg_get_expr(d.adbin, d.adrelid)
        from pg_catalog.pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum) as "defaultValue",
      a.attidentity as identity, a.attgenerated as generated,
      pg_catalog.pg_get_serial_sequence(a.attrelid::pg_catalog.regclass::text, a.attname) as sequence
    from a join types b on b.attnum = a.attnum
      join pg_catalog.pg_type y on y.oid = b.type and y.typtype <> 'd'
      join pg_catalog.pg_namespace n on n.oid = y.typnamespace
    order by a.attnum
  ), uniques as (
    select x.relname as name, i.indisprimary as "isPrimary", i.indpred is not null or i.indexprs is not null as partial,
      array(select a.attname from pg_catalog.unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join a on a.attnum = k.attnum where k.place <= i.indnkeyatts order by k.place) as columns,
      array(select distinct a.attname from pg_catalog.pg_depend d join a on a.attnum = d.refobjsubid
        where i.indexprs is not null and i.indpred is null and d.refobjid = t.oid and d.objid = x.oid
          and d.classid = 'pg_catalog.pg_class'::regclass and d.refclassid = 'pg_catalog.pg_class'::regclass) as used
    from t join pg_catalog.pg_index i on i.indrelid = t.oid join pg_catalog.pg_class x on x.oid = i.indexrelid
    where i.indisunique order by x.oid
  ), foreign_keys as (
    select c.conname as name, array(select a.attname from pg_catalog.unnest(c.conkey) with ordinality k (attnum, place)
      join a on a.attnum = k.attnum order by k.place) as columns
    from t join pg_catalog.pg_constraint c on c.conrelid = t.oid where c.contype = 'f' order by c.oid
  ), checks as (
    select c.conname as name, pg_catalog.pg_get_expr(c.conbin, t.oid) as expression, null as "valueOf", c.oid
    from t join pg_catalog.pg_constraint c on c.conrelid = t.oid where c.contype = 'c'
    union all
    select c.conname, pg_catalog.pg_get_expr(c.conbin, 0), pg_catalog.quote_ident(a.attname), c.oid
    from types b join a on a.attnum = b.attnum
      join pg_catalog.pg_constraint c on c.contypid = b.type where c.contype = 'c'
    order by oid
  )
  select
    (select pg_catalog.json_agg(columns) from columns)::text as columns,
    (select coalesce(pg_catalog.json_agg(uniques), '[]') from uniques)::text as uniques,
    (select coalesce(pg_catalog.json_agg(foreign_keys), '[]') from foreign_keys)::text as "foreignKeys",
    (select coalesce(pg_catalog.json_agg(checks), '[]') from checks)::text as checks,
    exists (select from pg_catalog.pg_trigger g where g.tgrelid = t.oid and g.tgtype & 7 = 7)
      or exists (select from pg_catalog.pg_rewrite r where r.ev_class = t.oid) as "changesRows",
    exists (select from pg_catalog.pg_trigger g
      where g.tgrelid = t.oid and g.tgtype & 70 = 4 and not g.tgisinternal) as "changesLater"
  from t where exists (select from columns)`

const strings = z.array(z.string())
const Column: z.ZodType<PostgresColumn> = z.object({
  name: z.string(),
  type: z.string(),
  base: z.string(),
  modifier: z.number(),
  enumValues: strings.nullable(),
  notNull: z.boolean(),
  domainDefault: z.boolean(),
  defaultValue: z.string().nullable(),
  identity: z.string(),
  generated: z.string(),
  sequence: z.string().nullable(),
})
const Unique: z.ZodType<PostgresUnique> = z.object({
  name: z.string(),
  isPrimary: z.boolean(),
  partial: z.boolean(),
  columns: strings,
  used: strings,
})
const Check: z.ZodType<PostgresCheck> = z.object({
  name: z.string(),
  expression: z.string(),
  valueOf: z.string().nullable(),
})
const Table: z.ZodType<PostgresTable> = z.object({
  columns: jsonRows(Column),
  uniques: jsonRows(Unique),
  foreignKeys: jsonRows(z.object({ name: z.string(), columns: strings })),
  checks: jsonRows(Check),
  changesRows: z.boolean(),
  changesLater: z.boolean(),
})

/** The rows of the table that the search path finds; undefined where there is none. */
export async function readPostgresTable(query: Query, tableName: string): Promise<PostgresTable | undefined> {
  const [row] = await query(TABLE, [tableName])
  return row === undefined ? undefined : Table.parse(row)
}
