import { ContractError } from '../contract/contract.ts'
import { suggestion } from '../contract/nearest.ts'
import { isRecord } from '../contract/record.ts'
import { show } from '../contract/show.ts'

type Check = (value: unknown) => string | undefined

const functionCheck: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function')

/** What each option must be; a misspelt or mistaken one must not leave a host open without a word. */
const GOVERN: Readonly<Record<string, Check>> = {
  policy: (value) =>
    isRecord(value) && typeof value['missing'] === 'function' ? undefined : 'must come from createRolePolicy()',
  approver: functionCheck,
  journal: (value) => {
    const missing = ['open', 'claim', 'hashKey', 'succeeded', 'steps'].filter(
      (key) => typeof Object(value)[key] !== 'function',
    )
    return missing.length === 0 ? undefined : `must be a journal, but has no ${missing.join(', ')}`
  },
  rates: (value) =>
    isRecord(value) || typeof value === 'function' ? undefined : 'must be limits or come from createRateLimiter()',
  dependencyOrder: (value) => (value === 'enforce' || value === 'ignore' ? undefined : "must be 'enforce' or 'ignore'"),
  retry: (value) => {
    const { attempts, backoffMs } = isRecord(value) ? value : {}
    const isRule = Number.isInteger(attempts) && Number(attempts) >= 1 && Number(backoffMs) >= 0
    return isRule ? undefined : 'must be { attempts, backoffMs }, such as { attempts: 3, backoffMs: 100 }'
  },
  approvalTimeoutMs: (value) => (Number(value) > 0 ? undefined : 'must be a number of milliseconds'),
  inputLimits: (value) => {
    const { maxDepth, maxSize } = isRecord(value) ? value : {}
    return Number(maxDepth) > 0 && Number(maxSize) > 0 ? undefined : 'must be { maxDepth, maxSize }'
  },
  quarantined: functionCheck,
  reachable: functionCheck,
}

const HOST: Readonly<Record<string, Check>> = {
  ...GOVERN,
  tools: (value) => (Array.isArray(value) ? undefined : 'must be a list of tools from defineTool()'),
  executor: (value) => (typeof Object(value).run === 'function' ? undefined : 'must be { run, limitsMemory }'),
}

const GUARD: Readonly<Record<string, Check>> = {
  ...GOVERN,
  caller: (value) =>
    isRecord(value) || typeof value === 'function'
      ? undefined
      : 'must be { role, principal } or a function that gives it',
}

/** Throws ContractError with every reason why these are no options of a host or a guard. */
export function checkOptions(kind: 'host' | 'guard', options: unknown): void {
  const checks = kind === 'host' ? HOST : GUARD
  const subject = kind === 'host' ? 'createToolHost' : 'guard'
  if (!isRecord(options))
    throw new ContractError(`The call of ${subject}`, [`It takes an object of options, not ${show(options)}.`])
  const reasons = Object.entries(options).flatMap(([key, value]) => {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined
    if (check === undefined) return [`There is no option '${key}'.${suggestion(key, Object.keys(checks))}`]
    const problem = value === undefined ? undefined : check(value)
    return problem === undefined ? [] : [`${key} ${problem}.`]
  })
  if (kind === 'host' && options['tools'] === undefined)
    reasons.push('tools is missing: a list of tools from defineTool().')
  if (reasons.length > 0) throw new ContractError(`The call of ${subject}`, reasons)
}
