import type { Report } from '../judge/report.ts'
import { count, list } from '../judge/words.ts'
import { duration } from './duration.ts'

const WHY = {
  interrupted: 'interrupted',
  'out of time': 'out of time',
  'first failure': 'ended at the first tool that failed',
}

/** What a report leaves out, if the run ended early: one sentence. */
export function partialWords({ partial, durationMs, tools }: Report): string | undefined {
  if (partial === undefined) return undefined
  const { reason, notCalled, cutShort } = partial
  const left = [
    ...(notCalled.length === 0 ? [] : [`${count(notCalled.length, 'tool')} of ${tools.length} not called`]),
    ...(cutShort.length === 0 ? [] : [`${count(cutShort.length, 'tool')} called in part (${list(cutShort)})`]),
  ]
  const rest = left.length === 0 ? 'every tool had been called' : `${left.join(', ')}; that is not checked`
  return `This report is partial: ${WHY[reason]} after ${duration(durationMs)}, ${rest}.`
}
