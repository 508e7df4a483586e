import { callOf, seenIn } from './calls.ts'
import type { Effects } from './effects.ts'
import type { Effect, FileEffect } from './effect-evidence.ts'
import type { Promised, ToolEvidence } from './evidence.ts'
import type { FindingEvidence } from './finding.ts'
import { list } from './words.ts'

const DID: Readonly<Record<FileEffect['kind'], readonly [did: string, undone: string]>> = {
  write: ['wrote', 'write'],
  delete: ['deleted', 'delete'],
  rename: ['renamed', 'rename'],
  attributes: ['changed the attributes of', 'change the attributes of'],
}

/** `wrote notes.txt`, `tried to connect to api.example.com:443 (refused)` */
function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'connect':
      // Whether a connection that was under way came about is not seen.
      return `tried to connect to ${effect.target}${effect.outcome === 'refused' ? ' (refused)' : ''}`
    case 'process':
      return `${effect.how === 'detached' ? 'detached a process' : 'left a process behind'}: ${effect.command}`
    default: {
      const [did, tried] = DID[effect.kind]
      if (effect.outcome === 'refused') return `tried to ${tried} ${effect.path} (refused)`
      return `${did} ${effect.path}${effect.outcome === 'undone' ? ' (undone before the call ended)' : ''}`
    }
  }
}

/** All the effects in half a sentence: each once, three at most. */
export function describeEffects(effects: readonly Effect[]): string {
  return list([...new Set(effects.map(describeEffect))])
}

/** The first of the effects as evidence, and how many different ones there were. */
export function effectEvidence(effects: Effects, tool: ToolEvidence | undefined): FindingEvidence {
  const [first] = effects
  const subjects = [...new Set(effects.map(subjectOf))]
  return {
    kind: first.kind,
    ...detailsOf(first),
    ...(subjects.length > 1 ? { all: subjects.slice(0, 20), count: subjects.length } : {}),
    ...(tool === undefined ? {} : seenIn(callOf(tool, first.call))),
  }
}

function detailsOf(effect: Effect): Omit<FindingEvidence, 'kind'> {
  if (effect.kind === 'process') return { command: effect.command, how: effect.how }
  if (effect.kind !== 'connect') return { outcome: effect.outcome, path: effect.path, place: effect.place }
  return { target: effect.target, ...(effect.outcome === 'refused' ? { outcome: effect.outcome } : {}) }
}

/** What a contract says about files: `side_effects: none`, `writes: data/**`. */
export function filesDeclared({ sideEffects, writes }: Promised): string {
  const stated = [
    ...(sideEffects === undefined ? [] : [`side_effects: ${sideEffects}`]),
    ...(writes.length === 0 ? [] : [`writes: ${list(writes)}`]),
  ]
  return stated.length === 0 ? 'no side effects' : stated.join(' and ')
}

function subjectOf(effect: Effect): string {
  if (effect.kind === 'connect') return effect.target
  return effect.kind === 'process' ? effect.command : effect.path
}
