import type { ExecutionStep, RolePolicy, StepPage, StepQuery } from '@surety/tool-contracts'
import type { FindSteps } from '../serve/trace-tool.ts'
import type { DurableJournal } from '../store/types.ts'

/** The steps of the caller's own trace; a role with ADMIN sees every principal's. */
export function findStepsIn(journal: DurableJournal, policy: RolePolicy | undefined): FindSteps {
  return async (query, { role }) => {
    // Without roles nobody is an administrator: everybody reads their own.
    const isAdmin = policy?.granted(role).has('ADMIN') === true
    return isAdmin ? pageOf(await journal.trace(query.traceId), query) : journal.steps(query)
  }
}

function pageOf(
  steps: readonly ExecutionStep[],
  { cursor, limit = steps.length, nested, without }: StepQuery,
): StepPage {
  const shown = steps.filter(
    ({ parentStepId, toolName }) =>
      (nested === true || parentStepId === undefined) && without?.includes(toolName) !== true,
  )
  const start = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
  const end = start + limit
  return { steps: shown.slice(start, end), ...(end < shown.length && { nextCursor: String(end) }) }
}
