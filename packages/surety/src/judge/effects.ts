import { allowsEffect, allowsEndpoint } from '@surety/tool-contracts/tools'
import type { ConnectEffect, Effect, FileEffect } from './effect-evidence.ts'
import type { Promised, RunEvidence, ToolEvidence } from './evidence.ts'

export const EFFECT_GROUPS = ['project', 'files', 'network', 'process'] as const
/** Effects of one group are one defect, whatever rule speaks of it. */
export type EffectGroup = (typeof EFFECT_GROUPS)[number]

/** At least one effect. */
export type Effects = readonly [Effect, ...Effect[]]

function groupOf(effect: Effect): EffectGroup {
  if (effect.kind === 'connect') return 'network'
  if (effect.kind === 'process') return 'process'
  return effect.place === 'project' ? 'project' : 'files'
}

/** The defect that all findings about these effects share. */
export function effectDefect(group: EffectGroup): string {
  return `effect ${group}`
}

/** A temporary file that was gone again before the call ended. */
export function isScratch(effect: Effect): boolean {
  return isFile(effect) && effect.place === 'temp' && effect.outcome === 'undone'
}

/** A connection that stays on this machine. */
export function isLocal({ target }: ConnectEffect): boolean {
  return target.startsWith('unix:') || allowsEndpoint('localhost', target)
}

export function isFile(effect: Effect): effect is FileEffect {
  return effect.kind !== 'connect' && effect.kind !== 'process'
}

/** Does the contract allow the effect? A guard and a host ask the same of what a handler records. */
function isDeclared(
  effect: Effect,
  { sideEffects, writes, serverNetwork, network = serverNetwork }: Promised,
): boolean {
  return allowsEffect({ sideEffects, writes, network: network ?? 'none' }, effect)
}

/** What the effects of a tool break of its contract, by group; nothing without a contract. */
export function undeclaredEffects(tool: ToolEvidence): ReadonlyMap<EffectGroup, readonly Effect[]> {
  if (tool.contract === undefined) return new Map()
  const { promised } = tool.contract
  return byGroup(sureEffects(tool.effects).filter((effect) => !isDeclared(effect, promised)))
}

/** Without what may be the machine's own. */
export function sureEffects(effects: readonly Effect[]): readonly Effect[] {
  return effects.filter((effect) => !isFile(effect) || effect.unsure !== true)
}

export function byGroup(effects: readonly Effect[]): ReadonlyMap<EffectGroup, readonly Effect[]> {
  const groups = EFFECT_GROUPS.map((group) => [group, effects.filter((effect) => groupOf(effect) === group)] as const)
  return new Map(groups.filter(([, members]) => members.length > 0))
}

/** Is there at least one? */
export function isSome<T>(items: readonly T[]): items is readonly [T, ...T[]] {
  return items.length > 0
}

/** Effects of the server that no call reproduced and no contract allows: one list, or none where nothing is promised. */
export function unexplainedEffects(run: RunEvidence, group: EffectGroup): readonly Effects[] {
  return undeclaredByAll(
    run,
    sureEffects(run.server.unexplained).filter((effect) => groupOf(effect) === group),
  )
}

/** Connections beyond this machine's loopback, made while the server started, that no contract allows. */
export function undeclaredStartConnects(run: RunEvidence): readonly Effects[] {
  const outside = (run.server.startConnects ?? []).filter(({ target }) => !allowsEndpoint('localhost', target))
  return undeclaredByAll(run, outside)
}

function undeclaredByAll({ tools, server }: RunEvidence, effects: readonly Effect[]): readonly Effects[] {
  const contracts = tools.flatMap(({ contract }) => (contract === undefined ? [] : [contract.promised]))
  const own: Parameters<typeof allowsEffect>[0] = {
    sideEffects: undefined,
    writes: [],
    network: server.network ?? 'none',
  }
  const undeclared = effects.filter(
    (effect) => !allowsEffect(own, effect) && !contracts.some((promised) => isDeclared(effect, promised)),
  )
  return contracts.length > 0 && isSome(undeclared) ? [undeclared] : []
}
