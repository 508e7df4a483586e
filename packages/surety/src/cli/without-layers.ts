import { UsageError } from './command.ts'

const LAYERS = ['L1', 'L2', 'L3'] as const

/** SURETY_WITHOUT=L1,L2 does without those layers, to see what a lesser machine would show. */
export function withoutLayers(env: Readonly<Record<string, string | undefined>>): (typeof LAYERS)[number][] {
  const named = (env['SURETY_WITHOUT'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = named.find((name) => !LAYERS.some((layer) => layer === name))
  if (unknown !== undefined)
    throw new UsageError(`SURETY_WITHOUT names ${JSON.stringify(unknown)}; it may name ${LAYERS.join(', ')}.`)
  return LAYERS.filter((layer) => named.includes(layer))
}
