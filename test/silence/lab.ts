import { copyFileSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { program } from '../../packages/surety/src/sandbox/system/programs.ts'
import { CORPUS } from '../corpus-lab.ts'
import { project, reportOf, surety } from '../cli-lab.ts'

/** One channel disturbed in one way by a tool that breaks one promise. */
export interface Disturbance {
  /** What happens to the channel, where the tool's name does not tell. */
  readonly by?: string
  readonly channel: string
  /** The file of the tool, `x.mjs` or `x.py`, and the tool's name. */
  readonly file: string
  readonly tool: string
  readonly promise: Promise
  /** Findings that tell of it as well as the promise's own. */
  readonly codes?: readonly string[]
  /** Whether nothing is disturbed: then it must be found. */
  readonly isControl?: boolean
  /** How long a call may take. */
  readonly timeoutMs?: number
  /** Layers that the machine does without. */
  readonly without?: string
  /** The set-up command, by its name in setup.py. */
  readonly setup?: string
  /** Whether `surety` is stopped, and with it every look at memory, while the server asks for it by its name. */
  readonly isPaused?: boolean
  /** Shell scripts that stand in the place of the system's programs, told where the real one is. */
  readonly programs?: Readonly<Record<string, (real: string) => string>>
}

const PROMISES = {
  side_effects: { guarantee: 'side_effects: none', codes: ['E012', 'E017'] },
  writes: { guarantee: 'writes: [allowed.txt]', codes: ['E012', 'E017'] },
  network: { guarantee: 'network: none', codes: ['E017'] },
  endpoints: { guarantee: "network: ['declared.invalid:443']", codes: ['E017'] },
  dependencies: { guarantee: 'dependencies: []', codes: ['E015'] },
  inputs: { guarantee: 'max_output_size: 1kb', codes: ['E011'] },
  memory: { guarantee: 'memory: 200mb', codes: ['E006'] },
} as const

type Promise = keyof typeof PROMISES

export function titleOf({ channel, by, file, tool, promise, without, setup }: Disturbance): string {
  const left = without === undefined ? '' : `, without ${without}`
  const prepared = setup === undefined ? '' : `, after a set-up that is ${setup}`
  return `${channel}: ${by ?? file.split('.')[1]} ${tool.replaceAll('_', ' ')} (${promise}${left}${prepared})`
}

/** Why the promise stands as kept though it was broken; undefined if the report says otherwise. */
export async function passes(one: Disturbance): globalThis.Promise<string | undefined> {
  const folder = layOut(one)
  let pausing: NodeJS.Timeout | undefined
  const ran = await surety(['test', folder, '--json', '--tool', one.tool], {
    env: { SURETY_WITHOUT: one.without ?? '' },
    under: standIns(one.programs ?? {}),
    onStart: (kill) => {
      if (one.isPaused === true)
        pausing = setInterval(() => kill(isUnwatched(folder) ? 'SIGSTOP' : 'SIGCONT'), PAUSE_MS)
    },
  })
  clearInterval(pausing)
  return judged(one, reportOf(ran))
}

const PAUSE_MS = 20
const NAME_LENGTH = 15

/** Does a process run under the name by which memory.py asks not to be looked at? */
function isUnwatched(folder: string): boolean {
  const name = folder.slice(folder.lastIndexOf('/') + 1).slice(-NAME_LENGTH)
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && nameOf(pid) === name)
}

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd()
  } catch {
    return ''
  }
}

function judged(
  { tool: name, promise, codes = [], isControl = false }: Disturbance,
  report: Report,
): string | undefined {
  const tool = report.tools.find((found) => found.tool === name)
  if (tool === undefined) return `no report on ${name}: ${JSON.stringify(report.errors)}`
  const expected = [...PROMISES[promise].codes, ...codes]
  const stands = promise === 'endpoints' ? 'network' : promise
  const isFound = tool.findings.some(({ code }) => expected.includes(code))
  const isOpen = tool.notChecked.some((left) => left.promise === stands && left.reason !== '')
  return isFound || (isOpen && !isControl) ? undefined : JSON.stringify({ sandbox: report.sandbox, tool }, null, 2)
}

/** A project with the server and its tools, as a user could have written it. */
function layOut({ file, tool, promise, setup, timeoutMs = 30_000 }: Disturbance): string {
  const isPython = file.endsWith('.py')
  const [name = ''] = file.split('.')
  const command = isPython ? ['python3', 'server.py', name, tool] : ['node', 'server.mjs', name, tool]
  const folder = project({
    'surety.yaml': `version: 1
server: { command: ${command[0]}, args: ${JSON.stringify(command.slice(1))} }
check: { settle_ms: 200, timeout_ms: ${timeoutMs}${setup === undefined ? '' : `, setup: [python3, setup.py, ${setup}]`} }
`,
    [`tools/${tool}.yaml`]: `version: 1
tool: ${tool}
contract: { input_schema: { type: object }, output_schema: {} }
guarantees: { ${PROMISES[promise].guarantee} }
tests: [{ name: one, input: { id: '1', list: [a] } }]
`,
    'held.txt': 'held',
    'large.bin': 'x'.repeat(20 * 1024 * 1024),
    'lib/.keep': '',
  })
  const sources = readdirSync(import.meta.dirname).filter((source) => /\.(mjs|py)$/.test(source))
  for (const source of sources) {
    const text = readFileSync(join(import.meta.dirname, source), 'utf8')
    writeFileSync(join(folder, source), text.replaceAll('../../packages/surety/test/corpus/lib', './lib'))
  }
  for (const source of readdirSync(join(CORPUS, 'lib'))) {
    copyFileSync(join(CORPUS, 'lib', source), join(folder, 'lib', source))
  }
  return folder
}

/** Where the real programs are while others stand in for them; the sandbox shows it. */
const REAL = '/media'

/** The words that run a command where these scripts stand in the programs' places. */
function standIns(programs: NonNullable<Disturbance['programs']>): readonly string[] {
  if (Object.keys(programs).length === 0) return []
  const folder = project()
  const mounts = Object.entries(programs).map(([name, script]) => {
    const file = realpathSync(program(name) ?? name)
    writeFileSync(join(folder, name), `#!/bin/sh\n${script(join(REAL, name))}\n`, { mode: 0o755 })
    return `cp ${file} ${REAL} && mount --bind ${join(folder, name)} ${file}`
  })
  const prepare = [`mount -t tmpfs programs ${REAL}`, ...mounts, 'exec "$@"'].join(' && ')
  const asMounter = process.getuid?.() === 0 ? [] : ['-r']
  return ['unshare', ...asMounter, '-m', '/bin/sh', '-c', prepare, 'sh']
}
