import type { Observable, Sight, ToolEvidence } from './evidence.ts'

const EFFECTS: readonly (keyof Observable)[] = ['filesystem', 'network', 'process']

/** What could be seen of one tool: what can be seen here at all, unless its own effects escaped. */
export function sightOf({ blind }: ToolEvidence, observable: Observable, what: keyof Observable): Sight {
  const sight = observable[what]
  return blind === undefined || sight.how === 'unseen' || !EFFECTS.includes(what)
    ? sight
    : { how: 'unseen', reason: blind }
}
