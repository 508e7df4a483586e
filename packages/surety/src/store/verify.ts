import { isRecord, sha256 } from '@surety/tool-contracts/tools'
import { type Head, headsBehind } from './checkpoint.ts'
import { columnText, type Sql, type Value } from './database.ts'
import type { AuditResult } from './types.ts'

type Problem = Pick<AuditResult, 'problem' | 'stepId' | 'message'>

interface WriterRow {
  readonly id: string
  readonly number: number
  readonly hash: string
  readonly base_number: number
  readonly base_hash: string
}

interface StoredStep extends Readonly<Record<string, Value>> {
  readonly step_id: string
  readonly number: number
  readonly hash: string
  readonly body: string
}

const PAGE = 1000

/**
 * Do the steps of every writer form one unbroken chain from where it begins to where it ends? With a head that was kept elsewhere:
 * is everything still there that was there when it was made?
 */
export async function verify(
  sql: Sql,
  head: string | undefined,
  retentionMs: number | undefined,
): Promise<AuditResult> {
  const writers = await sql<WriterRow>(
    'select id, number, hash, base_number, base_hash from surety_writers where number > 0 order by id',
  )
  const steps = writers.reduce((sum, { number, base_number }) => sum + number - base_number, 0)
  const counted = { steps, writers: writers.length }
  for (const writer of writers) {
    const problem = await problemIn(sql, writer)
    if (problem !== undefined) return { ok: false, ...counted, proven: 0, ...problem }
  }
  const stray = await strayStep(sql)
  if (stray !== undefined) return { ok: false, ...counted, proven: 0, ...stray }
  if (head === undefined) {
    const message =
      'Every chain is whole. That nothing is missing at its end is not proven: give --head with a hash that `surety audit head` printed.'
    return { ok: true, ...counted, proven: 0, message }
  }
  return { ...counted, ...(await againstHead(sql, head, writers, retentionMs)) }
}

async function problemIn(sql: Sql, writer: WriterRow): Promise<Problem | undefined> {
  let { base_number: number, base_hash: hash } = writer
  for (;;) {
    const rows = await sql<StoredStep>(
      `select s.step_id, s.trace_id, s.principal, s.idx, s.parent_step_id, s.tool_name, s.status_code, s.ended_at, s.number, s.hash,
         s.body, o.body as output from surety_steps s left join surety_outputs o on o.step_id = s.step_id
         where s.writer = $1 and s.hash is not null and s.number > $2 order by s.number limit ${PAGE}`,
      [writer.id, number],
    )
    for (const row of rows) {
      const problem = (await problemWith(sql, row, writer.id, number + 1, hash)) ?? outputProblem(row)
      if (problem !== undefined) return problem
      number = row.number
      hash = row.hash
    }
    if (rows.length < PAGE) break
  }
  if (number === writer.number && hash === writer.hash) return undefined
  const after = number === 0 ? 'at the beginning' : `after number ${number}`
  return { problem: 'missing', message: `Steps of writer ${writer.id} are missing ${after}; it had ${writer.number}.` }
}

async function problemWith(
  sql: Sql,
  row: StoredStep,
  writer: string,
  number: number,
  previousHash: string,
): Promise<Problem | undefined> {
  const step = sha256(row.body) === row.hash ? parsed(row.body) : undefined
  if (step === undefined || !sameColumns(row, step)) return broken('altered', row, 'was altered after it was recorded')
  if (step['previousHash'] === previousHash && row.number === number) return undefined
  const [follower] = await sql<{ step_id: string }>(
    `select step_id from surety_steps where writer = $1 and hash is not null and body like $2 limit 1`,
    [writer, `%"previousHash":"${previousHash}"}`],
  )
  if (follower !== undefined)
    return broken('reordered', row, 'does not follow the one before it: steps are out of order')
  return broken('missing', row, 'does not follow the one before it: at least one step between them is missing')
}

/** An output that was kept because it was too large says what its step says it did. */
function outputProblem(row: StoredStep): Problem | undefined {
  const { outputs } = parsed(row.body) ?? {}
  const digest = isRecord(outputs) ? outputs['$withheld'] : undefined
  const { output } = row
  const isSame = output === null ? digest === undefined : sha256(String(output)) === digest
  return isSame ? undefined : broken('altered', row, 'has another output than was recorded')
}

function broken(problem: 'altered' | 'missing' | 'reordered', { step_id }: StoredStep, what: string): Problem {
  return { problem, stepId: step_id, message: `Step ${step_id} ${what}.` }
}

function parsed(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const step: unknown = JSON.parse(body)
    return isRecord(step) ? step : undefined
  } catch {
    return undefined
  }
}

function text(value: unknown): Value {
  return typeof value === 'string' ? columnText(value) : null
}

/** The columns that steps are found by say what the body says. */
function sameColumns(row: StoredStep, step: Readonly<Record<string, unknown>>): boolean {
  const columns = {
    step_id: text(step['stepId']),
    trace_id: text(step['traceId']),
    principal: text(step['principal']),
    idx: step['index'],
    parent_step_id: text(step['parentStepId']),
    tool_name: text(step['toolName']),
    status_code: step['statusCode'],
    ended_at: Date.parse(String(step['emittedAt'])),
  }
  return Object.entries(columns).every(([name, value]) => row[name] === value)
}

/** A closed step in nobody's chain. */
async function strayStep(sql: Sql): Promise<Problem | undefined> {
  const [row] = await sql<StoredStep>(
    `select step_id from surety_steps where hash is not null and (number is null or not exists
       (select 1 from surety_writers w where w.id = surety_steps.writer and surety_steps.number > w.base_number)) limit 1`,
  )
  return row && broken('altered', row, 'is in no chain: it was added or changed after it was recorded')
}

async function againstHead(
  sql: Sql,
  head: string,
  writers: readonly WriterRow[],
  retentionMs: number | undefined,
): Promise<Omit<AuditResult, 'steps' | 'writers'>> {
  const heads = await headsBehind(sql, head)
  if (heads === undefined) {
    const message = `Nothing in this store ends in the head ${head}: steps are missing at the end, or it is the head of another store.`
    return { ok: false, proven: 0, problem: 'unknown head', message }
  }
  const [clock] = await sql<{ now: number }>('select {now} as now')
  const oldest = retentionMs === undefined ? -Infinity : (clock?.now ?? 0) - retentionMs
  let proven = 0
  for (const entry of heads) {
    const [id, number, , endedAt] = entry
    const writer = writers.find((one) => one.id === id)
    const found = writer === undefined ? undefined : await provenUpTo(sql, entry, writer)
    // The head itself says when its steps ended: nobody can make them older afterwards.
    const isForgotten = found === 0 && endedAt < oldest
    if (found === undefined || (found === 0 && !isForgotten)) {
      const message = `Writer ${id} had ${number} steps when this head was made, the last not long enough ago for retention to remove it; it is not there.`
      return { ok: false, proven: 0, problem: 'missing', message }
    }
    proven += found
  }
  const covered = heads.reduce((sum, [, number]) => sum + number, 0)
  if (covered > proven && retentionMs === undefined) {
    const message = `${covered - proven} of the ${covered} steps before this head are gone, but no retention is configured.`
    return { ok: false, proven, problem: 'missing', message }
  }
  const whole = 'Every chain is whole, and everything up to the head is there'
  if (covered === proven) return { ok: true, proven, message: `${whole}.` }
  const gone = `${covered - proven} steps that retention removed, of which nothing can be proven`
  return { ok: true, proven, message: `${whole}, but for ${gone}.` }
}

/** How many steps before that end of a chain are there, 0 where it was removed; undefined where the chain is another one. */
async function provenUpTo(sql: Sql, [id, number, hash]: Head, writer: WriterRow): Promise<number | undefined> {
  if (number < writer.base_number) return 0
  if (number === writer.base_number) return hash === writer.base_hash ? 0 : undefined
  const [row] = await sql<{ hash: string }>('select hash from surety_steps where writer = $1 and number = $2', [
    id,
    number,
  ])
  return row?.hash === hash ? number - writer.base_number : undefined
}
