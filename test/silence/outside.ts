import type { Disturbance } from './lab.ts'

const TOOLS = {
  undone: { channel: 'tracer', file: 'tracer.mjs', tool: 'undisturbed', promise: 'side_effects' },
  network: { channel: 'network', file: 'network.py', tool: 'undisturbed', promise: 'network' },
  tree: { channel: 'tree', file: 'tree.py', tool: 'sets_the_time_back', promise: 'writes' },
} as const satisfies Readonly<Record<string, Disturbance>>

type Programs = NonNullable<Disturbance['programs']>

/** A tracer that speaks into a pipe of its own, of which this command passes on what it likes. */
function heardThrough(filter: string): Programs {
  return {
    strace: (real) => `log=$2; shift 2; pipe=$(mktemp -u); mkfifo "$pipe"; exec 9<> "$pipe"; rm "$pipe"
((${filter}) <&9 > "$log" &); exec ${real} -o /proc/$$/fd/9 "$@"`,
  }
}

function failing(by: string, tool: keyof typeof TOOLS, programs: Programs): Disturbance {
  return { ...TOOLS[tool], by: `${by},`, programs }
}

/** Programs of the system that fail on their own. */
export const FAILURES: readonly Disturbance[] = [
  failing('strace that exits at once', 'undone', { strace: () => 'exit 1' }),
  failing('mount that refuses overlays', 'tree', {
    mount: (real) => `case "$*" in *overlay*) exit 32;; esac; exec ${real} "$@"`,
  }),
  failing('ip that does nothing', 'network', { ip: () => 'exit 1' }),
  failing('strace that runs without tracing', 'undone', {
    strace: () => 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  }),
  failing('strace that starts late', 'undone', { strace: (real) => `sleep 3; exec ${real} "$@"` }),
  failing('strace that ends early', 'undone', { strace: (real) => `exec timeout -s KILL 2 ${real} "$@"` }),
  failing('strace whose log comes late', 'undone', heardThrough('sleep 3; cat')),
  failing('strace whose log stops', 'undone', heardThrough('sed -u 25q; cat > /dev/null')),
  failing('strace that never ends', 'undone', { strace: (real) => `${real} "$@"; sleep 600` }),
  failing('unshare that is refused', 'network', { unshare: () => 'exit 1' }),
]
