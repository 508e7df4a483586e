import { succeeded } from '../judge/calls.ts'
import { answerDifferences } from '../judge/comparable.ts'
import type { CallEvidence } from '../judge/call-evidence.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { canonical } from '../judge/json.ts'
import { cut } from '../judge/words.ts'
import { type Draft, promisesOf } from './draft-contract.ts'
import { testedCall } from './draft-test.ts'

const MAX_LENGTH = 200

/** The draft after the tool was held to it: it promises less, or declares more; what neither can mend is noted as known. */
export function reviseDraft(
  draft: Draft,
  again: ToolEvidence | undefined,
  findings: readonly Finding[],
  isLast: boolean,
): Draft {
  const open = findings.filter(({ code }) => !draft.ignored.has(code))
  const notHeld = new Set([
    ...draft.notHeld,
    ...open.flatMap(brokenGuarantee),
    ...changedBetweenRuns(draft.seen, again),
  ])
  const before = open.some(isAboutTest) ? withoutResults(draft.seen) : draft.seen
  const seen = again === undefined ? before : mergeRuns(before, again, succeededInBothRuns(draft.seen, again))
  const mended: Draft = { ...draft, notHeld, seen }
  const canMend = open.length > 0 && promisesOf(mended) !== promisesOf(draft)
  if (canMend && !isLast) return mended
  const known = open.filter((finding) => !isAboutTest(finding)).map(reasonOf)
  return { ...mended, ignored: new Map([...draft.ignored, ...known]) }
}

/** Did it give a result in every run? What a tool gives now and then cannot be promised: the next run may have none to check. */
function succeededInBothRuns(seen: ToolEvidence, again: ToolEvidence): boolean {
  return seen.calls.some(succeeded) && again.calls.some(succeeded)
}

/** Answered only because of what other tools had done before, or by chance: nothing that was seen with it counts. */
function withoutResults(seen: ToolEvidence): ToolEvidence {
  return { ...seen, calls: seen.calls.filter((call) => !succeeded(call)) }
}

/** What held from call to call, but not from run to run: a clock may show the same second twice. */
function changedBetweenRuns(seen: ToolEvidence, again: ToolEvidence | undefined): readonly string[] {
  const before = testedCall(seen)
  if (before === undefined || again === undefined) return []
  const same = again.calls.filter(({ input }) => canonical(input) === canonical(before.input))
  return same.some((call) => answerDifferences(before, call).length > 0) ? ['deterministic'] : []
}

/** The draft as if the input of its test had never been answered. */
export function withoutTest(draft: Draft): Draft {
  const tested = testedCall(draft.seen)
  if (tested === undefined) return draft
  const input = canonical(tested.input)
  const { calls } = draft.seen
  const bases = calls.filter((call) => call.base === undefined && canonical(call.input) === input)
  const gone = new Set(bases.map(({ id }) => id))
  return {
    ...draft,
    seen: {
      ...draft.seen,
      calls: calls.filter(({ id, base }) => !gone.has(id) && (base === undefined || !gone.has(base))),
    },
  }
}

function isAboutTest({ at }: Finding): boolean {
  return at?.[0] === 'tests'
}

function brokenGuarantee({ at: [section, key] = [] }: Finding): readonly string[] {
  return section === 'guarantees' && typeof key === 'string' ? [key] : []
}

/** What was seen in both runs; the second one's calls get numbers of their own. */
function mergeRuns(first: ToolEvidence, second: ToolEvidence, succeededInBoth: boolean): ToolEvidence {
  const above = Math.max(0, ...first.calls.map(({ id }) => id))
  const renumbered = <T extends { readonly call: number | undefined }>(one: T): T => ({ ...one, call: moved(one.call) })
  const moved = (id: number | undefined): number | undefined => (id === undefined ? undefined : id + above)
  const calls = second.calls.map((call): CallEvidence => ({ ...call, id: call.id + above, base: moved(call.base) }))
  const both: ToolEvidence = {
    ...first,
    calls: [...first.calls, ...calls],
    effects: [...first.effects, ...second.effects.map(renumbered)],
    nestedCalls: [...first.nestedCalls, ...second.nestedCalls.map(renumbered)],
    mutations: [...first.mutations, ...second.mutations.map(renumbered)],
  }
  return succeededInBoth ? both : withoutResults(both)
}

/** The second run as though all that the tool did in the first one had been done in it too: effects come and go with what is refused. */
export function withEffectsOf(first: ToolEvidence, second: ToolEvidence): ToolEvidence {
  return {
    ...second,
    effects: [...second.effects, ...first.effects.map(beforehand)],
    nestedCalls: [...second.nestedCalls, ...first.nestedCalls.map(beforehand)],
  }
}

function beforehand<T extends { readonly call: number | undefined }>(one: T): T {
  return { ...one, call: undefined }
}

function reasonOf({ code, message }: Finding): readonly [code: string, reason: string] {
  return [code, cut(message, MAX_LENGTH)]
}
