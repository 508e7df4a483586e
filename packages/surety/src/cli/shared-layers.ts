import type { Layers } from '../sandbox/cell.ts'
import type { Io } from './command.ts'
import { withoutLayers } from './without-layers.ts'

/** The layers of the sandbox, found out when they are first asked for, once. */
export function sharedLayers({ env }: Io): () => Promise<Layers> {
  const without = withoutLayers(env)
  let layers: Promise<Layers> | undefined
  return () => (layers ??= import('../sandbox/probe-layers.ts').then(({ probeLayers }) => probeLayers({ without })))
}
