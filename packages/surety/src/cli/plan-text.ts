import type { PlanStanding } from '../modules/install/plan-standing.ts'
import type { KeptPlan } from '../modules/install/plans.ts'
import { printable } from '../report/printable.ts'

const STANDINGS: Readonly<Record<PlanStanding, string>> = {
  current: '',
  unknown: '',
  applied: 'This plan has been applied.\n',
  stale: 'This plan is stale: modules, or what is installed, changed since. Ask for a new one.\n',
}

/** What a promise that is weaker means, where its name does not say it. */
const MEANINGS: Readonly<Record<string, string>> = {
  capabilities: ': fewer capabilities are needed to call it',
  tableName: ': rows go to another table',
  columnMappings: ': values go to other columns',
  audit: ': nobody is told of its rows',
}

/** What an operator decides on: what happens, what breaks, what is gained and which promises are weaker afterwards. */
export function planText({ situation: { steps, gained, loosened }, breaks }: KeptPlan, standing: PlanStanding): string {
  const lines = [
    ...steps.map(
      ({ action, ref, from, to }) => `${action} ${ref} ${[from, to].filter((one) => one !== undefined).join(' → ')}`,
    ),
    ...breaks.flatMap(({ tool, callers, reason, example }) => [
      `breaks ${tool}: ${reason}${callers.length === 0 ? '' : ` Callers: ${callers.join(', ')}.`}`,
      ...(example === undefined ? [] : [`  for example ${JSON.stringify(example)}`]),
    ]),
    ...gained.map(({ tool, capabilities }) => `gains ${tool}: ${capabilities.join(', ')}`),
    ...loosened.map(
      ({ tool, promise, before, after }) =>
        `loosens ${tool}: ${promise} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}${after === null ? '' : (MEANINGS[promise] ?? '')}`,
    ),
  ]
  const shown = lines.length === 0 ? ['Nothing changes.'] : lines.map(printable)
  return `${shown.join('\n')}\n${STANDINGS[standing]}`
}
