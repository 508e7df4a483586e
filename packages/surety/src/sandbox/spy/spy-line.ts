import type { Sighting } from '../cell.ts'

/** One line of the spies' log: who wrote it, as its how manieth, and what it tells. */
export interface SpyLine {
  readonly writer: string
  readonly number: number
  readonly sighting: Sighting
}

/** Undefined for anything that no spy writes. */
export function readSpyLine(text: string): SpyLine | undefined {
  const value = parsed(text)
  const sighting = value && sightingIn(value)
  if (sighting === undefined || typeof value?.['by'] !== 'string' || typeof value['n'] !== 'number') return undefined
  return { writer: value['by'], number: value['n'], sighting }
}

function sightingIn(value: Readonly<Record<string, unknown>>): Sighting | undefined {
  const { at, kind, from, to, how, tool, path, before, after, language, sees } = value
  if (typeof at !== 'number') return undefined
  if (kind === 'nested' && typeof to === 'string' && (how === 'handler' || how === 'client' || how === 'process')) {
    return { at, kind, from: typeof from === 'string' ? from : undefined, to, how }
  }
  if (typeof tool !== 'string') return undefined
  if (kind === 'mutation' && typeof path === 'string') return { at, kind, tool, path, before, after }
  if (kind === 'spy' && (language === 'node' || language === 'python') && Array.isArray(sees)) {
    return { at, kind, language, tool, sees: (['calls', 'inputs'] as const).filter((sight) => sees.includes(sight)) }
  }
  return undefined
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
