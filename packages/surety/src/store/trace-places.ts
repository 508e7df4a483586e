import { columnText, type Sql, type Value } from './database.ts'
import type { UnsealedStep } from './entry.ts'

/** The place of each new step in its trace, after those that are there. */
export async function placesInTraces(sql: Sql, steps: readonly UnsealedStep[]): Promise<Map<string, number>> {
  const traces = new Map(
    steps.map((step) => [nameOfTrace(step), [columnText(step.traceId), columnText(step.principal)]]),
  )
  await holdTraces(sql, steps)
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
async function holdTraces(sql: Sql, steps: readonly UnsealedStep[]): Promise<void> {
  // A trace that begins with its step is hardly ever another's too: whoever loses that race tries again.
  const shared = steps.filter(({ traceId, stepId }) => traceId !== stepId)
  const names = [...new Set(shared.map(nameOfTrace))].toSorted()
  if (names.length > 0)
    await sql('select {hold} from {rows}', [], { columns: { key: 'text' }, rows: names.map((name) => [name]) })
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
