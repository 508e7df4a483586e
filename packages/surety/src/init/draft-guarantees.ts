import { repeatedCalls, succeeded } from '../judge/calls.ts'
import { answerDifferences } from '../judge/comparable.ts'
import { isFile } from '../judge/effects.ts'
import type { Observable, ToolEvidence } from '../judge/evidence.ts'
import { sightOf } from '../judge/sight.ts'
import { count } from '../judge/words.ts'
import { globsOf } from './draft-globs.ts'
import { list } from '../run/yaml-text.ts'

/** One line of `guarantees`, and the one that could stand in its place. */
export interface Guarantee {
  readonly key: string
  /** What is promised in any case; undefined = nothing. */
  readonly stated: string | undefined
  /** What else could be promised, and what speaks for it. */
  readonly noted?: { readonly value: string; readonly why: string; readonly held: boolean }
}

const USUAL_KB = 50
const USUAL_SECONDS = 30
/** How much larger and slower than what was seen an answer may be. */
const ROOM = { size: 4, time: 10 }
const MIN_SECONDS = 2

/** What surely holds of the tool, and what held while it was watched. */
export function draftGuarantees(seen: ToolEvidence, observable: Observable): readonly Guarantee[] {
  return [
    determinism(seen),
    sideEffects(seen, observable),
    writes(seen),
    network(seen, observable),
    outputSize(seen),
    executionTime(seen),
    dependencies(seen),
  ].filter((guarantee) => guarantee !== undefined)
}

function determinism(seen: ToolEvidence): Guarantee {
  const pairs = repeatedCalls(seen).flatMap(({ call, repeats }) =>
    succeeded(call) ? repeats.map((repeat) => answerDifferences(call, repeat)) : [],
  )
  const holds = pairs.length > 0 && pairs.every((differences) => differences.length === 0)
  return {
    key: 'deterministic',
    stated: 'false',
    ...(holds && held('true', `${count(pairs.length, 'repeated call')} gave the same answer`)),
  }
}

function sideEffects(seen: ToolEvidence, observable: Observable): Guarantee {
  const key = 'side_effects'
  const answers = answersOf(seen).length
  const files = seen.effects.filter(isFile)
  // Promised without a result, it would only be reported as not checked.
  if (answers === 0 && !files.some(({ place }) => place === 'temp'))
    return { key, stated: undefined, noted: { value: 'filesystem', why: 'to be checked by a test', held: false } }
  const clean = files.length === 0 && sightOf(seen, observable, 'filesystem').how === 'seen'
  return {
    key,
    stated: 'filesystem',
    ...(clean && held('none', `no file was changed in ${count(answers, 'answered call')}`)),
  }
}

function writes({ effects }: ToolEvidence): Guarantee | undefined {
  const globs = globsOf(effects.filter(isFile).filter(({ place }) => place === 'project'))
  return globs.length === 0 ? undefined : { key: 'writes', stated: list(globs) }
}

/** Never promised: whoever declares a network lets the tests use it. */
function network(seen: ToolEvidence, observable: Observable): Guarantee | undefined {
  const key = 'network'
  const targets = new Set(seen.effects.flatMap((effect) => (effect.kind === 'connect' ? [effect.target] : [])))
  if (targets.size > 0) {
    const why = 'tried, and refused by the sandbox; declare it, and surety test lets the tool connect'
    return { key, stated: undefined, noted: { value: list([...targets].map(endpoint)), why, held: false } }
  }
  const answers = answersOf(seen).length
  if (answers === 0 || sightOf(seen, observable, 'network').how === 'unseen') return undefined
  return { key, stated: undefined, ...held('none', `no connection was tried in ${count(answers, 'answered call')}`) }
}

/** A name that was only looked up has no port yet. */
function endpoint(target: string): string {
  return /:\d+$/.test(target) ? target : `${target}:443`
}

function outputSize(seen: ToolEvidence): Guarantee | undefined {
  const key = 'max_output_size'
  const sizes = answersOf(seen).map(({ answer }) => Math.max(answer.contentBytes, answer.structuredBytes))
  if (sizes.length === 0) return undefined
  const largest = Math.max(...sizes)
  const roomy = Math.max(1, Math.ceil((ROOM.size * largest) / 1024))
  if (roomy >= USUAL_KB) return { key, stated: `${roomy}kb` }
  return { key, stated: `${USUAL_KB}kb`, ...held(`${roomy}kb`, `the largest answer had ${count(largest, 'byte')}`) }
}

function executionTime(seen: ToolEvidence): Guarantee | undefined {
  const slowest = Math.max(...answersOf(seen).map(({ durationMs }) => durationMs))
  const seconds = Math.max(MIN_SECONDS, Math.ceil((ROOM.time * slowest) / 1000))
  if (!Number.isFinite(slowest) || seconds >= USUAL_SECONDS) return undefined
  const why = `the slowest answer took ${Math.ceil(slowest)} ms`
  return { key: 'max_execution_time', stated: undefined, ...held(`${seconds}s`, why) }
}

function dependencies(seen: ToolEvidence): Guarantee | undefined {
  const key = 'dependencies'
  const called = [...new Set(seen.nestedCalls.map(({ to }) => to))]
  if (called.length > 0) return { key, stated: list(called) }
  if (answersOf(seen).length === 0 || seen.inside.toolCalls.how === 'unseen') return undefined
  return { key, stated: undefined, ...held('[]', 'it called no other tool') }
}

function answersOf(seen: ToolEvidence) {
  return seen.calls.filter(succeeded)
}

function held(value: string, why: string): Pick<Guarantee, 'noted'> {
  return { noted: { value, why: `held: ${why}`, held: true } }
}
