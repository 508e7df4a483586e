import { beforeAll, describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { type Attempted, runEscapes } from '../../test/escapes/run-escapes.ts'
import { TOPICS } from '../../test/escapes/topics.ts'
import { FULL, UNTRACED } from '../../test/run-in-cell.ts'
import { probeLayers } from './probe-layers.ts'

const NOBODY = 65_534
/** A busy machine is slow. */
const MAX_MS = 600_000
const able = await probeLayers()
const self = process.getuid?.() ?? 0
const users = self === 0 ? [['root', 0] as const, ['an ordinary user', NOBODY] as const] : [['its user', self] as const]
const kinds = [['traced', FULL] as const, ['untraced', UNTRACED] as const].filter(
  ([, { L2 }]) => able.L2.works || !L2.works,
)
const cells = users.flatMap(([user, uid]) => kinds.map(([kind, layers]) => [user, kind, uid, layers] as const))
const topics = Object.entries(TOPICS)

describe.skipIf(!able.L1.works || find('gcc') === undefined).each(cells)(
  'a server run by %s, %s,',
  (_user, _kind, uid, layers) => {
    describe.each(topics)('gets nowhere by %s', (_topic, escapes) => {
      let attempted: ReadonlyMap<string, Attempted> = new Map()
      beforeAll(async () => {
        attempted = await runEscapes(escapes, uid, layers)
      }, MAX_MS)

      it.each(escapes)('when it $way', ({ way }) => {
        const { harm, ...said } = attempted.get(way) ?? { harm: ['it did not run'] }
        expect(harm, JSON.stringify({ harm, ...said }, undefined, 1)).toEqual([])
      })
    })
  },
)
