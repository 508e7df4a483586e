import { columnText, type Sql, type Value } from './database.ts'
import type { UnsealedStep } from './entry.ts'

/**
 * The place of each new step in its trace, after those that are there. A trace that begins with its step is hardly ever another's too:
 * it is taken for empty, and looked at only when that was wrong.
 */
export async function placesInTraces(
  sql: Sql,
  steps: readonly UnsealedStep[],
  wasWrong: boolean,
): Promise<Map<string, number>> {
  const begun = steps.filter(({ traceId, stepId }) => wasWrong || traceId !== stepId)
  const traces = new Map(
    begun.map((step) => [nameOfTrace(step), [columnText(step.traceId), columnText(step.principal)]]),
  )
  await holdTraces(sql, [...traces.keys()])
  const rows = await nextPlaces(sql, [...traces.values()])
  const next = new Map(rows.map(({ trace_id, principal, next }) => [JSON.stringify([trace_id, principal]), next]))
  return new Map(
    steps.map((step) => {
      const place = next.get(nameOfTrace(step)) ?? 0
      next.set(nameOfTrace(step), place + 1)
      return [step.stepId, place]
    }),
  )
}

/** Others who add to the same traces wait. In one order, so that no two wait for each other. */
async function holdTraces(sql: Sql, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const rows = names.toSorted().map((name) => [name])
  await sql('select {hold} from {rows}', [], { columns: { key: 'text' }, rows })
}

async function nextPlaces(
  sql: Sql,
  traces: readonly (readonly Value[])[],
): Promise<readonly { trace_id: string; principal: string; next: number }[]> {
  if (traces.length === 0) return []
  return sql(
    `select s.trace_id, s.principal, max(s.idx) + 1 as next from {rows}
       join surety_steps s on s.trace_id = rows.trace_id and s.principal = rows.principal group by s.trace_id, s.principal`,
    [],
    { columns: { trace_id: 'text', principal: 'text' }, rows: traces },
  )
}

function nameOfTrace({ traceId, principal }: UnsealedStep): string {
  return JSON.stringify([columnText(traceId), columnText(principal)])
}
