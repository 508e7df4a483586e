import { describeEffects, effectEvidence } from '../effect-words.ts'
import { byGroup, effectDefect, isFile, isLocal, isScratch, isSome, sureEffects } from '../effects.ts'
import { callOf } from '../calls.ts'
import type { Effect } from '../effect-evidence.ts'
import type { Annotations, ToolEvidence } from '../evidence.ts'
import { exampleTool, exampleWrite } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import { furtherEffect } from '../further-effect.ts'
import { isOwnService } from './own-service.ts'
import { isOfOthers } from './own-state.ts'
import type { ToolRule } from '../rule.ts'

export const annotationContradicted: ToolRule = {
  code: 'E019',
  title: 'Annotation Contradicted',
  why: 'Clients decide by annotations what to run without asking. A wrong one turns off the question that would have stopped the harm.',
  fix: 'Correct the annotation, or make the tool behave as it says.',
  means:
    'A tool with `readOnlyHint: true` changed the project, a file elsewhere that was there before, or made one that other programs run or trust (keys, shell profiles, programs that start by themselves); one with `destructiveHint: false` deleted or replaced what was there before; one with `openWorldHint: false` used the network beyond this machine, and not only the service that it is named for; or repeating one with `idempotentHint: true` had a further effect. Effects that break the contract are reported as that instead. New files that a server keeps for itself outside the project, such as logs and caches, are W032, and a temporary file that is gone when the call ends contradicts nothing. Adding to a file destroys nothing; of a change inside a database file nobody can tell.',
  retest: { repetition: true },
  yieldsTo: ['E010', 'E012', 'E017'],
  seenFromOutside: true,
  scope: 'tool',
  check: (tool) => [...effectsAgainst(tool), ...furtherEffectAgainst(tool)],
  examples: {
    keeps: [
      {
        title: 'A read-only tool fetches something from the network.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', annotations: { readOnlyHint: true } },
          effects: [{ kind: 'connect', target: 'api.example.com:443', outcome: 'lasting', call: 1 }],
        }),
      },
      {
        title: 'A read-only tool has the server write its log, a new file.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', annotations: { readOnlyHint: true } },
          effects: [exampleWrite('/home/ada/.cache/users/log.txt', { place: 'home' })],
        }),
      },
      {
        title: 'A tool with a closed world asks the service that it is named for.',
        evidence: exampleTool({
          definition: { name: 'example_list_users', annotations: { openWorldHint: false } },
          effects: [{ kind: 'connect', target: 'api.example.com:443', outcome: 'lasting', call: 1 }],
        }),
      },
      {
        title: 'A tool that destroys nothing appends to a file.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', annotations: { destructiveHint: false } },
          effects: [exampleWrite('users.log', { existed: true, kept: true })],
        }),
      },
    ],
    breaks: [
      {
        title: 'A read-only tool writes a file.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', annotations: { readOnlyHint: true } },
          effects: [exampleWrite('cache/users.json')],
        }),
      },
      {
        title: 'A read-only tool makes a file that every new shell runs.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', annotations: { readOnlyHint: true } },
          effects: [exampleWrite('/home/ada/.zshenv', { place: 'home' })],
        }),
      },
      {
        title: 'A tool that destroys nothing deletes a file.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', annotations: { destructiveHint: false } },
          effects: [exampleWrite('users.json', { kind: 'delete', existed: true })],
        }),
      },
    ],
  },
}

/** Which effects contradict which annotation; the first that fits speaks for an effect. */
const CONTRADICTIONS: readonly {
  readonly hint: Exclude<keyof Annotations, 'title'>
  readonly value: boolean
  readonly contradicts: (effect: Effect, tool: ToolEvidence) => boolean
}[] = [
  { hint: 'readOnlyHint', value: true, contradicts: changes },
  { hint: 'destructiveHint', value: false, contradicts: destroys },
  { hint: 'openWorldHint', value: false, contradicts: leavesClosedWorld },
]

function effectsAgainst(tool: ToolEvidence): readonly Finding[] {
  const { annotations } = tool.definition
  return CONTRADICTIONS.filter(({ hint, value }) => annotations?.[hint] === value).flatMap(
    ({ hint, value, contradicts }) =>
      [...byGroup(sureEffects(tool.effects).filter((effect) => contradicts(effect, tool)))].flatMap(
        ([group, effects]) => {
          if (!isSome(effects)) return []
          return {
            code: 'E019',
            tool: tool.tool,
            message: `The tool ${describeEffects(effects)}, although it is annotated ${hint}: ${value}.`,
            blame: 'tool',
            evidence: { ...effectEvidence(effects, tool), annotation: hint },
            defect: effectDefect(group),
          }
        },
      ),
  )
}

function furtherEffectAgainst({ tool, definition, contract, repetition }: ToolEvidence): readonly Finding[] {
  const { idempotentHint, readOnlyHint } = definition.annotations ?? {}
  if (idempotentHint !== true || readOnlyHint === true || repetition === undefined) return []
  const effect = furtherEffect(repetition)
  if (effect === undefined || contract?.promised.idempotent === true) return []
  return [
    {
      code: 'E019',
      tool,
      message: `Repeating the call has a further effect: ${effect}; the tool is annotated idempotentHint: true.`,
      blame: 'tool',
      evidence: { kind: 'repetition', annotation: 'idempotentHint', effect, input: repetition.input },
      defect: 'repetition',
    },
  ]
}

/** Of the project anything, elsewhere what was there before or is for other programs: other new files are the server's own (W032). */
function changes(effect: Effect): boolean {
  return (
    isFile(effect) && !isScratch(effect) && (effect.place === 'project' || effect.existed || isOfOthers(effect.path))
  )
}

function leavesClosedWorld(effect: Effect, tool: ToolEvidence): boolean {
  if (effect.kind !== 'connect' || isLocal(effect)) return false
  return !isOwnService(tool.definition, callOf(tool, effect.call)?.input, effect)
}

function destroys(effect: Effect): boolean {
  if (!isFile(effect) || effect.place === 'temp' || effect.outcome === 'undone') return false
  // Where nobody compared, a write may have added to what was there and destroyed nothing.
  const { kind, existed, kept = kind === 'write' } = effect
  return existed && kind !== 'attributes' && !kept
}
