import type { EffectRequirement } from '../author/config/config.ts'
import type { Observable } from '../judge/evidence.ts'

const SIGHTS: Readonly<Record<EffectRequirement, keyof Observable>> = {
  fs: 'filesystem',
  net: 'network',
  process: 'process',
  calls: 'toolCalls',
}

/** Which kinds of effect had to be observable and were not? */
export function unmetRequirements(required: readonly EffectRequirement[], observable: Observable): string[] {
  return [...new Set(required)].flatMap((name) => {
    const sight = observable[SIGHTS[name]]
    return sight.how === 'unseen'
      ? [`Required, but not observable here: ${name} (${sight.reason}). See \`surety doctor\`.`]
      : []
  })
}
