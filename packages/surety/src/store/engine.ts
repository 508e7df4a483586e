import type { ApprovalDecision, ExecutionStep } from '@surety/tool-contracts'
import type { Claim, Replay, StepPage, StepQuery } from '@surety/tool-contracts/journal'
import { randomBytes } from 'node:crypto'
import { append, type Lost, showSign } from './append.ts'
import { type WaitingCall, decide, findApproval, listApprovals, resolve } from './approvals.ts'
import { checkpoint } from './checkpoint.ts'
import { claim, forgetClaims } from './claims.ts'
import { RowError, type Database } from './database.ts'
import type { Entry } from './entry.ts'
import { recover } from './recover.ts'
import { retain } from './retain.ts'
import { steps, succeeded, trace, withheldOutput } from './steps.ts'
import { addToken, findToken, listTokens, revokeToken } from './tokens.ts'
import type { Approval, AuditResult, TokenEntry, Verdict } from './types.ts'
import { verify } from './verify.ts'

/** Everything a store asks of its database: plain data in, plain data out, so that it can live in another thread. */
export interface Engine {
  readonly append: (entries: readonly Entry[]) => Promise<Lost>
  readonly claim: (wanted: Claim) => Promise<Replay>
  readonly hashKey: () => Promise<string>
  readonly steps: (query: StepQuery) => Promise<StepPage>
  readonly trace: (traceId: string) => Promise<readonly ExecutionStep[]>
  readonly succeeded: (principal: string, traceId: string, toolName: string) => Promise<boolean>
  readonly withheldOutput: (principal: string, stepId: string) => Promise<string | undefined>
  readonly decide: (call: WaitingCall) => Promise<ApprovalDecision>
  readonly resolve: (id: string, verdict: Verdict) => Promise<boolean>
  readonly findApproval: (id: string) => Promise<Approval | undefined>
  readonly listApprovals: (all: boolean) => Promise<readonly Approval[]>
  readonly addToken: (token: Parameters<typeof addToken>[1]) => Promise<boolean>
  readonly listTokens: () => Promise<readonly TokenEntry[]>
  readonly revokeToken: (id: string) => Promise<boolean>
  readonly findToken: (hash: string) => ReturnType<typeof findToken>
  readonly checkpoint: () => Promise<string>
  readonly verify: (head: string | undefined, retentionMs: number | undefined) => Promise<AuditResult>
  /** What has to be done from time to time: closes steps of writers that have ended, and shows that this one lives. */
  readonly tend: (keepMs: number) => Promise<void>
  /** Forgets some of what ended longer ago, and tells whether there may be more. */
  readonly retain: (retentionMs: number) => Promise<boolean>
  /** Forgets idempotency results whose time is over. */
  readonly forgetClaims: () => Promise<void>
  /** Is the database there, and may it be written? */
  readonly probe: () => Promise<void>
  readonly close: () => Promise<void>
}

const MAX_RACES = 20

/** One writer on this database. */
export function createEngine(database: Database): Engine {
  const writer = randomBytes(8).toString('hex')
  let isWriter = false

  /** Nobody may take this writer for dead once it has stored anything. */
  async function live(): Promise<void> {
    isWriter = true
    if (await database.live(writer)) await database.write((sql) => showSign(sql, writer))
  }
  return {
    append: async (entries) => {
      await live()
      return racing((isAgain) => database.write((sql) => append(sql, writer, entries, isAgain)))
    },
    claim: async (wanted) => {
      await live()
      return database.write((sql) => claim(sql, writer, wanted))
    },
    hashKey: () => database.hashKey(),
    steps: (query) => database.read((sql) => steps(sql, query)),
    trace: (traceId) => database.read((sql) => trace(sql, traceId)),
    succeeded: (...which) => database.read((sql) => succeeded(sql, ...which)),
    withheldOutput: (...which) => database.read((sql) => withheldOutput(sql, ...which)),
    decide: (call) => database.write((sql) => decide(sql, call)),
    resolve: (id, verdict) => database.write((sql) => resolve(sql, id, verdict)),
    findApproval: (id) => database.read((sql) => findApproval(sql, id)),
    listApprovals: (all) => database.read((sql) => listApprovals(sql, all)),
    addToken: (token) => database.write((sql) => addToken(sql, token)),
    listTokens: () => database.read(listTokens),
    revokeToken: (id) => database.write((sql) => revokeToken(sql, id)),
    findToken: (hash) => database.read((sql) => findToken(sql, hash)),
    checkpoint: () => database.write(checkpoint),
    verify: (head, retentionMs) => database.read((sql) => verify(sql, head, retentionMs)),
    tend: async (keepMs) => {
      if (isWriter) {
        await live()
        await database.write((sql) => showSign(sql, writer))
      }
      await recover(database, writer, keepMs)
    },
    retain: (retentionMs) => database.write((sql) => retain(sql, retentionMs)),
    forgetClaims: () => database.write(forgetClaims),
    probe: () => database.write(async (sql) => void (await sql('delete from surety_settings where name is null'))),
    close: () => database.close(),
  }
}

/** Two writers may have taken the same place in a trace, or closed the same step: the one that is second looks again. */
async function racing<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
  for (let races = 0; ; races += 1) {
    try {
      return await work(races > 0)
    } catch (error) {
      // A value that JavaScript itself cannot make a row of is the entry's fault too.
      if (error instanceof TypeError || error instanceof RangeError) throw new RowError(error.message, { cause: error })
      if (!(error instanceof RowError) || races === MAX_RACES) throw error
    }
  }
}
