import type { Approver, Registry, RetryRule, Runtime, World } from '../call/ports.ts'
import { INPUT_LIMITS } from '../call/snapshot.ts'
import type { SnapshotLimits } from '../call/walk.ts'
import type { RolePolicy } from '../contract/role-policy.ts'
import type { Journal } from '../journal/journal.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { type RateLimiter, type RateLimits, createRateLimiter } from './rate-limit.ts'

/** What whoever runs the tools decides about their calls. */
export interface GovernOptions {
  /** Without one every role may call every tool. */
  readonly policy?: RolePolicy
  /** Without one a call that needs approval is refused. */
  readonly approver?: Approver
  /** Default: createMemoryJournal(). */
  readonly journal?: Journal
  /** Limits, or a limiter from createRateLimiter that several hosts or guards share. */
  readonly rates?: RateLimits | RateLimiter
  /** `enforce`: a tool's dependencies must have ended well in the same trace before it is called. Default `ignore`. */
  readonly dependencyOrder?: 'enforce' | 'ignore'
  /** Default: no retries. */
  readonly retry?: RetryRule
  /** How long an approver may take. Default five minutes. */
  readonly approvalTimeoutMs?: number
  readonly inputLimits?: SnapshotLimits
  /** Why a tool is not to be called at present, if so. */
  readonly quarantined?: (toolName: string) => string | undefined
  readonly reachable?: (toolName: string) => boolean
}

type Tools = Pick<Registry, 'find' | 'names'>
type Execution = Pick<Runtime, 'invoke' | 'read' | 'limitsMemory'>

const ORIGIN = performance.timeOrigin

/** The library's own ports around these tools. */
export function createWorld(options: GovernOptions, tools: Tools, execution: Execution): World {
  const { rates } = options
  const wait = typeof rates === 'function' ? rates : rates && createRateLimiter(rates, now)
  return {
    registry: {
      ...tools,
      quarantined: options.quarantined ?? (() => undefined),
      reachable: options.reachable ?? (() => true),
    },
    policy: {
      missing: options.policy?.missing ?? (() => []),
      wait: (request, ask) => wait?.(request, ask) ?? 0,
      dependencyOrder: options.dependencyOrder ?? 'ignore',
    },
    record: options.journal ?? createMemoryJournal(),
    runtime: {
      ...execution,
      approver: options.approver,
      approvalTimeoutMs: options.approvalTimeoutMs ?? 300_000,
      retry: options.retry ?? { attempts: 1, backoffMs: 0 },
      inputLimits: options.inputLimits ?? INPUT_LIMITS,
      now,
      newId,
    },
  }
}

function now(): number {
  return ORIGIN + performance.now()
}

/** Enough for eight hex digits, the first of them never 0. */
const FIRST = 0x10000000
const BLOCK = 0x60000000
let prefix = randomPrefix()
let made = 0

/** 32 hex digits, as in a W3C trace id: 24 random ones and eight that count; far cheaper than a UUID. */
function newId(): string {
  if (++made === BLOCK) {
    prefix = randomPrefix()
    made = 0
  }
  return prefix + (FIRST + made).toString(16)
}

function randomPrefix(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 24)
}
