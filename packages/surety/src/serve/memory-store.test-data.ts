import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Approver, type Journal, createMemoryJournal } from '@surety/tool-contracts'
import { canonicalJson } from '@surety/tool-contracts/tools'
import type { Approval, Approvals, DurableJournal, Store, TokenEntry, Tokens } from '../store/types.ts'

/** A store in memory, for tests: it does what a store does, but forgets. `down` makes it fail. */
export interface MemoryStore extends Store {
  down: boolean
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

export function memoryStore(): MemoryStore {
  const state = { down: false }
  const up = (): void => {
    if (state.down) throw new Error('The database at /secret/path cannot be reached.')
  }
  const { approver, approvals } = memoryApprovals(up)
  return {
    get down() {
      return state.down
    },
    set down(down) {
      state.down = down
    },
    journal: memoryJournal(),
    approver,
    approvals,
    tokens: memoryTokens(up),
    audit: {
      head: () => Promise.resolve(''),
      verify: () => Promise.resolve({ ok: true, steps: 0, writers: 0, proven: 0, message: '' }),
    },
    ready: async () => up(),
    close: () => Promise.resolve(),
  }
}

function memoryJournal(): DurableJournal {
  const memory = createMemoryJournal()
  const kept = new Map<string, { readonly principal: string; readonly text: string }>()
  const open: Journal['open'] = async (opening) => {
    const step = await memory.open(opening)
    return {
      close: (closing) => {
        if (closing.withheld !== undefined)
          kept.set(`surety://outputs/${opening.stepId}`, {
            principal: opening.principal,
            text: JSON.stringify(closing.withheld),
          })
        return step.close(closing)
      },
    }
  }
  return {
    ...memory,
    open,
    withheld: {
      uriOf: (stepId) => `surety://outputs/${stepId}`,
      read: (principal, uri) => {
        const output = kept.get(uri)
        return output?.principal === principal ? output.text : undefined
      },
    },
    trace: async (traceId) => memory.all().steps.filter((step) => step.traceId === traceId),
  }
}

interface Waiting extends Writable<Approval> {
  readonly inputHash: string
  readonly contractHash: string
}

function memoryApprovals(up: () => void): { approver: Approver; approvals: Approvals } {
  const all = new Map<string, Waiting>()
  let waitMs = 900_000
  const approver: Approver = (request) => {
    up()
    const { toolName, principal, contractHash } = request
    const inputHash = createHash('sha256').update(canonicalJson(request.input)).digest('hex')
    const isSame = (one: Waiting): boolean =>
      one.principal === principal &&
      one.tool === toolName &&
      one.inputHash === inputHash &&
      one.contractHash === contractHash &&
      (request.approvalId === undefined || request.approvalId === one.id)
    for (const one of all.values())
      if (one.status === 'pending' && Date.parse(one.expiresAt) <= Date.now()) one.status = 'expired'
    const known = [...all.values()].find((one) => isSame(one) && one.status !== 'spent' && one.status !== 'expired')
    if (known?.status === 'approved') {
      known.status = 'spent'
      return true
    }
    if (known?.status === 'denied') {
      known.status = 'spent'
      return { decision: 'denied', ...(known.reason !== null && { reason: known.reason }) }
    }
    const waiting = known ?? {
      id: randomUUID(),
      tool: toolName,
      description: request.description,
      principal,
      role: request.role ?? null,
      arguments: request.shownInput,
      requestedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + waitMs).toISOString(),
      status: 'pending' as const,
      reason: null,
      resolvedBy: null,
      inputHash,
      contractHash,
    }
    all.set(waiting.id, waiting)
    const { id: approvalId, expiresAt } = waiting
    return { decision: 'pending', approvalId, expiresAt, approveWith: `surety approvals approve ${approvalId}` }
  }
  const approvals: Approvals = {
    list: async (options) => [...all.values()].filter(({ status }) => options?.all === true || status === 'pending'),
    find: async (id) => all.get(id),
    resolve: async (id, { decision, by, reason }) => {
      const approval = all.get(id)
      if (approval === undefined) return { done: false }
      if (approval.status !== 'pending') return { done: false, approval }
      Object.assign(approval, { status: decision, resolvedBy: by, reason: reason ?? null })
      return { done: true, approval }
    },
    expireAfter: (milliseconds) => (waitMs = milliseconds),
  }
  return { approver, approvals }
}

function memoryTokens(up: () => void): Tokens {
  const entries = new Map<string, Writable<TokenEntry>>()
  return {
    create: async ({ id, role, expiresAt }) => {
      const token = randomBytes(32).toString('base64url')
      const createdAt = new Date().toISOString()
      entries.set(token, { id, role, createdAt, expiresAt: expiresAt?.toISOString() ?? null, revokedAt: null })
      return token
    },
    list: async () => (up(), [...entries.values()]),
    revoke: async (id) => {
      const entry = [...entries.values()].find((one) => one.id === id)
      if (entry !== undefined) entry.revokedAt = new Date().toISOString()
      return entry !== undefined
    },
    find: async (token) => {
      up()
      const entry = entries.get(token)
      const isGood = entry?.revokedAt === null && (entry.expiresAt === null || Date.parse(entry.expiresAt) > Date.now())
      return entry !== undefined && isGood ? { id: entry.id, role: entry.role } : undefined
    },
  }
}
