import { GENESIS, seal } from '@surety/tool-contracts/journal'
import { settleClaims } from './claims.ts'
import { columnText, type Sql } from './database.ts'
import type { Entry, UnsealedStep } from './entry.ts'
import { type StepRow, closeSteps, insertClosed, insertOpened, openRow } from './step-rows.ts'
import { placesInTraces } from './trace-places.ts'

/** Shows that the writer lives, before it has stored anything too. */
export async function showSign(sql: Sql, writer: string): Promise<void> {
  await sql(
    `insert into surety_writers (id, number, hash, ended_at, base_number, base_hash, seen_at) values ($1, 0, $2, 0, 0, $2, {now})
       on conflict (id) do update set seen_at = excluded.seen_at`,
    [writer, GENESIS],
  )
}

/** The steps that could not be closed, because somebody else had closed them: their writer was taken for dead. */
export type Lost = readonly string[]

type Closing = Extract<Entry, { kind: 'close' }>

/** Stores what a writer tells, in one transaction; telling it again changes nothing. `isAgain`: a race was lost the last time. */
export async function append(sql: Sql, writer: string, entries: readonly Entry[], isAgain = false): Promise<Lost> {
  const known = await knownRows(sql, entries.filter(isClosing))
  const closings = entries.filter(isClosing).filter(({ step }) => isOpen(known.get(step.stepId)))
  const lost = entries.filter(isClosing).filter(({ step }) => isClosedByOther(known.get(step.stepId), writer))

  const added = stepsToAdd(entries, known)
  const indexes = await placesInTraces(sql, added, isAgain)
  for (const { idx, step_id: stepId } of known.values()) indexes.set(stepId, idx)

  const sealed = await sealAll(sql, writer, closings, indexes)
  const isNew = ({ stepId }: UnsealedStep): boolean => !known.has(stepId)
  const closed = new Set(sealed.map(({ step }) => step.stepId))
  const opened = added.filter(({ stepId }) => !closed.has(stepId))
  await insertOpened(
    sql,
    writer,
    opened.map((step) => openRow(step, indexes)),
  )
  await insertClosed(
    sql,
    writer,
    sealed.filter(({ step }) => isNew(step)),
  )
  await closeSteps(
    sql,
    writer,
    sealed.filter(({ step }) => !isNew(step)),
  )
  await keepOutputs(sql, closings)
  await settleClaims(sql, closings)
  await forget(sql, entries)
  return lost.map(({ step }) => step.stepId)
}

interface KnownRow {
  readonly step_id: string
  readonly idx: number
  readonly hash: string | null
  readonly writer: string
}

function isClosing(entry: Entry): entry is Closing {
  return entry.kind === 'close'
}

/** A step nobody has heard of can be closed too: it was opened and ended between two batches. */
function isOpen(row: KnownRow | undefined): boolean {
  return row === undefined || row.hash === null
}

function isClosedByOther(row: KnownRow | undefined, writer: string): boolean {
  return row !== undefined && row.hash !== null && row.writer !== writer
}

async function knownRows(sql: Sql, closings: readonly Closing[]): Promise<Map<string, KnownRow>> {
  if (closings.length === 0) return new Map()
  const ids = closings.map(({ step }) => step.stepId)
  const rows = await sql<KnownRow>(
    'select s.step_id, s.idx, s.hash, s.writer from {rows} join surety_steps s on s.step_id = rows.step_id {lock}',
    [],
    { columns: { step_id: 'text' }, rows: [...new Set(ids)].map((id) => [id]) },
  )
  return new Map(rows.map((row) => [row.step_id, row]))
}

/** Each new step once, in the order they began. */
function stepsToAdd(entries: readonly Entry[], known: ReadonlyMap<string, unknown>): UnsealedStep[] {
  const steps = new Map<string, UnsealedStep>()
  for (const entry of entries) {
    if (entry.kind === 'abandon') steps.delete(entry.stepId)
    else if (!known.has(entry.step.stepId) && !steps.has(entry.step.stepId)) steps.set(entry.step.stepId, entry.step)
  }
  return [...steps.values()]
}

/** Seals the steps onto the writer's chain, whose end the store knows. */
async function sealAll(
  sql: Sql,
  writer: string,
  closings: readonly Closing[],
  indexes: ReadonlyMap<string, number>,
): Promise<StepRow[]> {
  if (closings.length === 0) return []
  const [end] = await sql<{ number: number; hash: string }>(
    'select s.number, s.hash from surety_writers s where s.id = $1 {lock}',
    [writer],
  )
  let { number, hash } = end ?? { number: 0, hash: GENESIS }
  const endedAt = Math.max(...closings.map(({ step }) => Date.parse(step.emittedAt)))
  const rows = closings.map(({ step }): StepRow => {
    // A copy: should the transaction fail, the step is sealed anew.
    const sealed = { ...step, index: indexes.get(step.stepId) ?? 0 }
    const body = seal(sealed, hash)
    hash = sealed.hash ?? hash
    number += 1
    return { step: sealed, body, number }
  })
  await sql(
    `insert into surety_writers (id, number, hash, ended_at, base_number, base_hash, seen_at)
       values ($1, $2, $3, $5, 0, $4, {now}) on conflict (id) do update
       set number = excluded.number, hash = excluded.hash, ended_at = excluded.ended_at, seen_at = excluded.seen_at`,
    [writer, number, hash, GENESIS, endedAt],
  )
  return rows
}

/** One by one: each may be as large as a hundred steps. */
async function keepOutputs(sql: Sql, closings: readonly Closing[]): Promise<void> {
  for (const { step, withheld } of closings) {
    if (withheld === undefined) continue
    const row = [step.stepId, columnText(step.principal), withheld]
    await sql('insert into surety_outputs (step_id, principal, body) values ($1, $2, $3) on conflict do nothing', row)
  }
}

async function forget(sql: Sql, entries: readonly Entry[]): Promise<void> {
  const rows = entries.flatMap((entry) => (entry.kind === 'abandon' ? [[entry.stepId]] : []))
  if (rows.length === 0) return
  await sql('delete from surety_steps where hash is null and step_id in (select step_id from {rows})', [], {
    columns: { step_id: 'text' },
    rows,
  })
}
