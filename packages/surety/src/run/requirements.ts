import type { EffectRequirement } from '../author/config/config.ts'
import type { Observable, RunEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { list } from '../judge/words.ts'

const SIGHTS: Readonly<Record<EffectRequirement, keyof Observable>> = {
  fs: 'filesystem',
  net: 'network',
  process: 'process',
  calls: 'toolCalls',
}

/** Which kinds of effect must be observable, and can never be on this machine, of this server? */
export function unmetRequirements(required: readonly EffectRequirement[], observable: Observable): string[] {
  return unseen(required, observable).map(
    ({ name, reason }) => `Required, but not observable here: ${name} (${reason}). See \`surety doctor\`.`,
  )
}

/** Those that could have been observed, and were not in this run: a finding each, beside all others. */
export function notObserved(required: readonly EffectRequirement[], { observable, tools }: RunEvidence): Finding[] {
  return unseen(required, observable).map(({ name, reason }) => {
    const concerned = tools.filter(({ inside }) => name !== 'calls' || inside.toolCalls.how === 'unseen')
    const names = concerned.map(({ tool }) => tool)
    const about = names.length === 0 ? '' : `; it concerns ${list(names, 5)}`
    return {
      code: 'W027',
      tool: null,
      message: `'${name}' is required, and was not observed in this run: ${reason}${about}.`,
      blame: 'environment',
      evidence: { kind: 'not observed', required: name, reason, tools: names },
      fix: `Give the tools tests whose calls succeed, if none did; else do without '${name}' in \`--require\` and \`check.require\`.`,
      failsAlways: true,
      defect: `required ${name}`,
    }
  })
}

function unseen(required: readonly EffectRequirement[], observable: Observable) {
  return [...new Set(required)].flatMap((name) => {
    const sight = observable[SIGHTS[name]]
    return sight.how === 'unseen' ? [{ name, reason: sight.reason }] : []
  })
}
