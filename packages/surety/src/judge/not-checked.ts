import { failsTest, gaveResult, isAnswered, repeatedCalls, succeeded } from './calls.ts'
import type { Observable, RunEvidence, ToolEvidence, Unchecked } from './evidence.ts'
import { PROMISES } from './promises.ts'
import { sightOf } from './sight.ts'

/** What kept a promise from being checked, as far as it tells what to do about it. */
export type Cause = 'unfinished' | 'remote' | 'unseen' | 'blind' | 'unspied' | 'untried' | 'unrepeated'

interface Caused extends Unchecked {
  readonly cause: Cause
}

/** The promises of a tool's contract that nobody could check, each once, with the reason. */
export function notChecked(tool: ToolEvidence, run: RunEvidence): readonly Unchecked[] {
  const stated = uncheckedOf(tool, run).map(({ promise, code, reason }) => ({ promise, code, reason }))
  return [...(stated.length === 0 ? uncalled(tool) : []), ...cutOff(tool), ...stated, ...unseenInputs(tool)]
}

/** Those of them that no other finding explains: a call that failed already tells why there was nothing to check. */
export function notCheckedWithoutFinding(tool: ToolEvidence, run: RunEvidence): readonly Caused[] {
  const explained =
    (tool.contract?.problems.length ?? 0) > 0 ||
    tool.unrun.length > 0 ||
    tool.calls.some((call) => failsTest(call) || !isAnswered(call))
  return explained ? firstOfEach(unseen(tool, run)) : uncheckedOf(tool, run)
}

function uncheckedOf(tool: ToolEvidence, run: RunEvidence): readonly Caused[] {
  const repeatable = run.server.isRemote === true ? 'remote' : 'unrepeated'
  return firstOfEach([...unfinished(tool), ...unseen(tool, run), ...untried(tool), ...unrepeated(tool, repeatable)])
}

/** What is left unchecked of a tool that was called in part. */
export const CALLS = 'calls'

/** Calls that the run did not come to, with a contract or without. */
function cutOff({ unfinished: reason }: ToolEvidence): readonly Unchecked[] {
  return reason === undefined ? [] : [{ promise: CALLS, code: 'E004', reason }]
}

/** A tool that nobody called, and that promised nothing which would say why. */
function uncalled({ calls, notCalled: reason, unfinished }: ToolEvidence): readonly Unchecked[] {
  const isSaid = reason === undefined || unfinished !== undefined || calls.length > 0
  return isSaid ? [] : [{ promise: CALLS, code: 'E004', reason }]
}

/** Of a tool that was not called as often as was planned, no promise was checked to the end. */
function unfinished(tool: ToolEvidence): readonly Caused[] {
  const { unfinished: reason, contract } = tool
  if (reason === undefined || contract === undefined) return []
  const { deterministic, idempotent } = contract.promised
  const stated = [
    ...statedBy(tool),
    ...(deterministic === true ? [{ promise: 'deterministic', code: 'E013' }] : []),
    ...(idempotent === true ? [{ promise: 'idempotent', code: 'E010' }] : []),
  ]
  return stated.map(({ promise, code }) => ({ promise, code, reason, cause: 'unfinished' }))
}

function unseen(tool: ToolEvidence, { observable, server }: RunEvidence): readonly Caused[] {
  const { toolCalls } = tool.inside
  // Without a result there was nothing to look into.
  const isOverlooked = toolCalls.how === 'unseen' && tool.calls.some(succeeded)
  const sights = isOverlooked ? { ...observable, toolCalls } : observable
  const causeOf = (need?: keyof Observable): Cause => {
    if (server.isRemote === true) return 'remote'
    return need === 'toolCalls' ? 'unspied' : 'unseen'
  }
  const blind = statedBy(tool).flatMap(({ promise, code, needs }) =>
    needs.flatMap((need) => {
      const sight = sightOf(tool, sights, need)
      const cause = sight === sights[need] ? causeOf(need) : 'blind'
      return sight.how === 'unseen' ? [{ promise, code, reason: sight.reason, cause }] : []
    }),
  )
  return [...tool.unchecked.map((unchecked) => ({ ...unchecked, cause: causeOf() })), ...blind]
}

/** That a tool leaves its input alone no contract promises in so many words: it is listed, and no finding. */
function unseenInputs({ contract, inside: { inputs }, calls, mutations }: ToolEvidence): readonly Unchecked[] {
  if (contract === undefined || inputs.how !== 'unseen' || mutations.length > 0 || !calls.some(succeeded)) return []
  return [{ promise: 'inputs', code: 'E011', reason: inputs.reason }]
}

function untried(tool: ToolEvidence): readonly Caused[] {
  const reason = tool.notCalled ?? (tool.calls.length === 0 ? 'the tool was not called' : 'no call gave a result')
  const untriedPromises = tool.calls.some(gaveResult)
    ? []
    : statedBy(tool).filter(({ needsNoResult }) => needsNoResult !== true || tool.calls.length === 0)
  return untriedPromises.map(({ promise, code }) => ({ promise, code, reason, cause: 'untried' }))
}

function unrepeated(tool: ToolEvidence, hindrance: Cause): readonly Caused[] {
  const reason = tool.notCalled ?? 'no call could be repeated'
  const cause = tool.notCalled === undefined ? hindrance : 'untried'
  const { deterministic, idempotent } = tool.contract?.promised ?? {}
  const isReadOnly = tool.definition.annotations?.readOnlyHint === true
  const isRepeated = repeatedCalls(tool).some(({ call, repeats }) => succeeded(call) && repeats.some(isAnswered))
  return [
    ...(deterministic === true && !isRepeated ? [{ promise: 'deterministic', code: 'E013', reason, cause }] : []),
    ...(idempotent === true && tool.repetition === undefined && !isReadOnly
      ? [{ promise: 'idempotent', code: 'E010', reason, cause }]
      : []),
  ]
}

function statedBy({ contract }: ToolEvidence): typeof PROMISES {
  return contract === undefined ? [] : PROMISES.filter(({ isMade }) => isMade(contract.promised))
}

function firstOfEach(found: readonly Caused[]): readonly Caused[] {
  return found.filter(
    ({ promise, code }, index) => found.findIndex((one) => one.promise === promise && one.code === code) === index,
  )
}
