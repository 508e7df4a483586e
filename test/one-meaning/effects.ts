import type { Effect } from '../../packages/surety/src/judge/effect-evidence.ts'
import type { Promises, Row } from './row.ts'

/** What a handler records, and what a sandbox sees where it does so. */
export interface EffectRow extends Row {
  readonly recorded: { readonly kind: string; readonly target: string }
  readonly seen: Effect
  /** Whether the real server is to do it: not where a name would have to be looked up. */
  readonly isReal: boolean
}

const TEMP: Promises = { sideEffects: 'filesystem' }

function file(title: string, promises: Promises, kind: string, target: string, keeps: boolean): EffectRow {
  const isTemp = target.startsWith('/tmp/')
  const place = isTemp ? 'temp' : /^(?:\/|\.\.)/.test(target) ? 'elsewhere' : 'project'
  const seen = {
    kind: kind === 'delete' ? 'delete' : 'write',
    place,
    path: target,
    existed: kind !== 'create',
    outcome: 'lasting',
    call: 1,
  } as const
  return { title, promises, recorded: { kind, target }, seen, isReal: kind !== 'delete', keeps }
}

function connection(
  title: string,
  network: Promises['network'],
  target: string,
  keeps: boolean,
  isReal = false,
): EffectRow {
  const seen = { kind: 'connect', target, outcome: 'refused', call: 1 } as const
  return {
    title,
    promises: network === undefined ? {} : { network },
    recorded: { kind: 'connect', target },
    seen,
    isReal,
    keeps,
  }
}

export const EFFECTS: readonly EffectRow[] = [
  file('a file, none declared', {}, 'write', 'a.json', false),
  file('a file under side effects none', { sideEffects: 'none' }, 'create', 'a.json', false),
  file('a file under side effects filesystem', TEMP, 'create', 'a.json', false),
  file('a file inside the globs', { writes: ['data/**'] }, 'create', 'data/x', true),
  file('a file beside the globs', { writes: ['data/**'] }, 'create', 'other/x', false),
  file('a folder on the way to the globs', { writes: ['data/in/**'] }, 'create', 'data', true),
  file('a declared file that goes', { writes: ['*.json'] }, 'delete', 'a.json', true),
  file('another file that goes', { writes: ['*.json'] }, 'delete', 'a.txt', false),
  file('a file above the project', { writes: ['**'] }, 'create', '../x', false),
  file('a temporary file, none declared', {}, 'create', '/tmp/x', false),
  file('a temporary file under side effects none', { sideEffects: 'none' }, 'create', '/tmp/x', false),
  file('a temporary file under side effects filesystem', TEMP, 'create', '/tmp/x', true),
  file('a temporary file under writes', { writes: ['**'] }, 'create', '/tmp/x', false),
  file('a file elsewhere', { ...TEMP, writes: ['**'] }, 'create', '/var/tmp/surety-x', false),
  connection('a connection, none declared', undefined, '192.0.2.1:9', false, true),
  connection('a connection under network none', 'none', '192.0.2.1:9', false, true),
  connection('a connection under network any', 'any', '203.0.113.9:9', true),
  connection('a declared endpoint', ['192.0.2.1:9'], '192.0.2.1:9', true, true),
  connection('another port', ['192.0.2.1:9'], '192.0.2.1:10', false, true),
  connection('a host whose name only begins alike', ['api.example:443'], 'api.example.evil:443', false),
  connection('a host under a wildcard', ['*.example.com:443'], 'a.b.example.com:443', true),
  connection('the host that a wildcard hangs from', ['*.example.com:443'], 'example.com:443', false),
  connection('loopback, declared as localhost', ['localhost:18080'], '127.0.0.1:18080', true, true),
  connection('loopback of IPv6, declared as localhost', ['localhost:18080'], '[::1]:18080', true),
  connection('loopback, declared by address', ['127.0.0.1:18080'], '[::1]:18080', false),
]
