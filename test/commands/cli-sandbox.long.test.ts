import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { SERVER, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'
import { find } from '../machine.ts'

const NOBODY = 65_534
const ALL_LAYERS = find('strace') !== undefined && process.platform === 'linux'
let marks = 0

afterAll(removeProjects)

/** A word that no other process has among its arguments. */
function mark(): string {
  return `mark-${process.pid}-${Date.now()}-${++marks}`
}

/** Processes with the word among their arguments. */
function bearing(word: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
    } catch {
      return false
    }
  })
}

async function eventually(holds: () => boolean): Promise<boolean> {
  for (let round = 0; round < 100 && !holds(); round += 1) await new Promise((go) => setTimeout(go, 50))
  return holds()
}

/** A home and a temp folder of their own, to see that nothing is left in them. */
function surroundings(): { readonly home: string; readonly temp: string; readonly env: Record<string, string> } {
  const home = project({ '.profile': 'mine', kept: 'mine' })
  const temp = project()
  return { home, temp, env: { HOME: home, TMPDIR: temp } }
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

describe.concurrent('a server that destroys what it can', () => {
  it.each([
    ['with every layer', ''],
    ['without the namespace, on a copy', 'L1'],
    ['without namespace and tracer', 'L1,L2'],
  ])('harms nothing and leaves nothing behind, %s', async (_, without) => {
    const word = mark()
    const { home, temp, env } = surroundings()
    const folder = project({
      'surety.yaml': config(['rage', word]),
      'server.mjs': SERVER,
      kept: 'mine',
      'tools/rage.yaml': contract('rage'),
    })
    const before = { ...contents(folder), ...contents(home) }
    const ran = await surety(['test', folder, '--json'], { env: { ...env, SURETY_WITHOUT: without } })
    expect(ran.code).toBe(1)
    expect(reportOf(ran).tools[0]?.findings.map(({ code }) => code)).toContain('E012')
    expect({ ...contents(folder), ...contents(home) }).toEqual(before)
    expect(readdirSync(temp)).toEqual([])
    const strays = ['/tmp', '/var/tmp'].map((place) => join(place, word)).filter((path) => existsSync(path))
    for (const path of strays) rmSync(path)
    expect(strays.length === 0).toBe(reportOf(ran).sandbox.contained)
    expect(await eventually(() => bearing(word).length === 0)).toBe(true)
  })
})

describe.skipIf(!ALL_LAYERS).each([
  ['with every layer', ''],
  ['without the namespace', 'L1'],
])('a file left in /tmp, %s,', (_, without) => {
  it.each([
    ['keeps a contract that declares files', 'side_effects: filesystem', []],
    ['breaks one that declares none', 'side_effects: none', ['E017']],
  ])('%s', async (_what, guarantees, codes) => {
    const word = mark()
    const file = join('/tmp', word)
    const folder = project({
      'surety.yaml': config(['litter', word]),
      'server.mjs': SERVER,
      'tools/litter.yaml': contract('litter', { guarantees }),
    })
    const report = reportOf(await surety(['test', folder, '--json'], { env: { SURETY_WITHOUT: without } }))
    const isLeft = existsSync(file)
    rmSync(file, { force: true })
    const findings = report.tools.flatMap((tool) => tool.findings)
    expect(findings.map(({ code }) => code)).toEqual(codes)
    expect(isLeft).toBe(!report.sandbox.contained)
    for (const { evidence } of findings) {
      expect(evidence).toMatchObject({ path: file, place: 'temp', outcome: 'lasting' })
    }
  })
})

it.each(['', 'L1', 'L2', 'L1,L2'])(
  'of tools that write one right after another each is told its own (without %j)',
  async (without) => {
    const names = ['one', 'two', 'three', 'four']
    const contracts = names.map((name) => [
      `tools/${name}.yaml`,
      contract(name, { guarantees: `side_effects: filesystem, writes: [${name}.txt]` }),
    ])
    const folder = project({ 'surety.yaml': config(names), 'server.mjs': SERVER, ...Object.fromEntries(contracts) })
    const { tools } = reportOf(await surety(['test', folder, '--json'], { env: { SURETY_WITHOUT: without } }))
    const broken = tools.flatMap(({ tool, findings }) => findings.map(({ code }) => `${tool} ${code}`))
    expect(broken.filter((finding) => !finding.endsWith('W027'))).toEqual([])
  },
)

it.skipIf(!ALL_LAYERS)('what comes only after the last answer is judged too', async () => {
  const folder = project({
    'surety.yaml': config(['late']).replace('100', '600'),
    'server.mjs': SERVER,
    'tools/late.yaml': contract('late'),
  })
  const { tools } = reportOf(await surety(['test', folder, '--json']))
  expect(tools).toMatchObject([{ tool: 'late', findings: [{ code: 'E012', evidence: { path: 'late.txt' } }] }])
})

describe.concurrent('an interrupt', () => {
  it.each([
    ['SIGINT', 'starting', ''],
    ['SIGINT', 'starting', 'L1'],
    ['SIGINT', 'calling', ''],
    ['SIGTERM', 'calling', ''],
    ['SIGHUP', 'calling', ''],
    ['SIGINT', 'calling', 'L1'],
  ] as const)('%s while %s ends everything with 130 (without %j)', async (signal, phase, without) => {
    const word = mark()
    const { temp, env } = surroundings()
    const folder = project({
      'surety.yaml': config(['greet', 'hang', word], 'timeout_ms: 60000'),
      'server.mjs': SERVER,
      'tools/greet.yaml': contract('greet'),
      'tools/hang.yaml': contract('hang'),
    })
    const ran = await surety(['test', folder, '--workers', '1'], {
      env: { ...env, SURETY_WITHOUT: without },
      onErr: (text, kill) => {
        if (phase === 'starting' && text.includes('starting')) setTimeout(() => kill(signal), 50)
        if (phase === 'calling' && /calling [1-9]/.test(text)) kill(signal)
      },
    })
    const out = phase === 'starting' ? '' : expect.stringContaining('This report is partial: interrupted after')
    expect({ code: ran.code, out: ran.out }).toEqual({ code: 130, out })
    expect(await eventually(() => bearing(word).length === 0)).toBe(true)
    expect(readdirSync(temp)).toEqual([])
  })
})

it('a second interrupt does not keep the first from removing what was made', async () => {
  const { temp, env } = surroundings()
  const files = { 'surety.yaml': config(['hang'], 'timeout_ms: 60000'), 'server.mjs': SERVER }
  const folder = project({ ...files, 'tools/hang.yaml': contract('hang') })
  const ran = await surety(['test', folder], {
    env,
    onErr: (text, kill) => {
      if (!text.includes('calling')) return
      kill('SIGINT')
      kill('SIGINT')
      setTimeout(() => kill('SIGINT'), 5)
    },
  })
  expect([ran.code, readdirSync(temp)]).toEqual([130, []])
})

it.each([40, 44, 52])('where only %i files may be open, a run goes well or says why not', async (limit) => {
  const files = { 'surety.yaml': config(['greet']), 'server.mjs': SERVER, 'tools/greet.yaml': contract('greet') }
  // In a session of its own: should it signal its whole group, that is not ours.
  const under = ['setsid', '--wait', '/bin/sh', '-c', `ulimit -n ${limit}; exec "$0" "$@"`]
  const ran = await surety(['test', project(files), '--json'], { under })
  if (ran.code === 0) expect(reportOf(ran).tools).toMatchObject([{ tool: 'greet', status: 'passed' }])
  else expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('surety: ') })
})

it('what a killed run left behind is removed by the next, and what another one uses stays', async () => {
  const temp = project()
  const folder = project({ 'surety.yaml': config(['hang'], 'timeout_ms: 60000'), 'server.mjs': SERVER })
  const cells = (): readonly string[] => readdirSync(temp).filter((name) => name.startsWith('surety-cell-'))
  const running: ((signal: NodeJS.Signals) => void)[] = []
  const start = () =>
    surety(['test', folder, '--tool', 'hang', '--input', '{}'], {
      env: { TMPDIR: temp, SURETY_WITHOUT: 'L2,L3' },
      onStart: (kill) => void running.push(kill),
    })
  const killed = start()
  await expect.poll(() => cells().length, { timeout: 30_000 }).toBeGreaterThan(1)
  running[0]?.('SIGKILL')
  await killed
  const left = cells()
  expect(left).not.toEqual([])
  const other = start()
  await expect.poll(() => cells().some((name) => left.includes(name)), { timeout: 30_000 }).toBe(false)
  const quick = project({ 'surety.yaml': config(['add']), 'server.mjs': SERVER })
  expect(await surety(['test', quick], { env: { TMPDIR: temp } })).toMatchObject({ code: 0 })
  expect(cells()).not.toEqual([])
  running[1]?.('SIGINT')
  expect(await other).toMatchObject({ code: 130 })
  expect(cells()).toEqual([])
})

it('a run that comes to nothing is no success', async () => {
  const folder = project({ 'surety.yaml': config(['greet']), 'server.mjs': SERVER, 'deaf.cjs': DEAF })
  const ran = await surety(['test', folder], { env: { NODE_OPTIONS: `--require ${folder}/deaf.cjs` } })
  expect(ran).toMatchObject({ code: 2, out: '' })
  expect(ran.err).toContain('The command ended without an answer')
})

/** A machine on which no program that is run ever answers. */
const DEAF = `const programs = require('node:child_process')
programs.execFile = () => undefined
require('node:module').syncBuiltinESMExports()
`

describe.concurrent('on a lesser machine', () => {
  const folder = project({
    'surety.yaml': config(['add', 'note', 'greet']),
    'server.mjs': SERVER,
    'tools/add.yaml': contract('add', {
      guarantees: 'side_effects: none, dependencies: [], network: none',
      tests: '{ name: one, input: { a: 1, b: 2 } }',
    }),
    'tools/note.yaml': contract('note'),
    'tools/greet.yaml': contract('greet', { tests: '' }),
  })
  const without = async (layers: string): Promise<Report> =>
    reportOf(await surety(['test', folder, '--json'], { env: { SURETY_WITHOUT: layers } }))

  it.skipIf(!ALL_LAYERS).each([
    { off: 'L1', layers: ['L0', 'L2', 'L3'], contained: false, unseen: [], notChecked: [] },
    {
      off: 'L2',
      layers: ['L0', 'L1', 'L3'],
      contained: true,
      unseen: ['network', 'process'],
      notChecked: ['E012', 'E017'],
    },
    {
      off: 'L1,L2',
      layers: ['L0', 'L3'],
      contained: false,
      unseen: ['network', 'process'],
      notChecked: ['E012', 'E017'],
    },
    { off: 'L3', layers: ['L0', 'L1', 'L2'], contained: true, unseen: ['toolCalls'], notChecked: ['E015'] },
  ])('without $off the report says what was not observable, and the rest is judged', async (expected) => {
    const { sandbox, tools } = await without(expected.off)
    const [add, note, greet] = tools
    const unseen = Object.entries(sandbox.effects).flatMap(([kind, how]) => (how === 'not observable' ? [kind] : []))
    expect({ ...sandbox, unseen }).toMatchObject({
      layers: expected.layers,
      contained: expected.contained,
      unseen: expected.unseen,
    })
    expect(add?.findings.map(({ code }) => code)).toEqual(expected.notChecked.map(() => 'W027'))
    expect(add?.notChecked.map(({ code }) => code)).toEqual(expected.notChecked)
    expect(note).toMatchObject({ findings: [{ code: 'E012' }], notChecked: [] })
    expect(note?.findings).toHaveLength(1)
    expect(greet?.calls === 0).toBe(!expected.contained)
    expect(existsSync(join(folder, 'note.txt'))).toBe(false)
  })

  it('the doctor says what is switched off, for people and for scripts', async () => {
    const env = { SURETY_WITHOUT: ' L1 , L3' }
    const [text, json] = await Promise.all([surety(['doctor'], { env }), surety(['doctor', '--json'], { env })])
    expect(text.code).toBe(0)
    expect(text.out).toMatch(/^✗ L1 namespace .+\n {2}not here: +L1 is switched off$/m)
    const { layers }: { layers: Record<string, { works: boolean; reason?: string }> } = JSON.parse(json.out)
    expect([layers['L1'], layers['L3']]).toMatchObject([
      { works: false },
      { works: false, reason: 'L3 is switched off' },
    ])
  })

  it.skipIf(!ALL_LAYERS)(
    'without strace the server runs all the same, and the doctor tells how to get it',
    async () => {
      // A file mounted in its place takes the program away from these processes alone.
      const hidden = `mount --bind /dev/null "$(readlink -f ${find('strace')})" && exec "$@"`
      const under = ['unshare', '-r', '-m', 'sh', '-c', hidden, 'sh']
      const [doctor, ran] = await Promise.all([
        surety(['doctor'], { under }),
        surety(['test', folder, '--tool', 'note', '--json'], { under }),
      ])
      expect(doctor.out).toMatch(/^✓ L1 /m)
      expect(doctor.out).toMatch(/^✗ L2 .+\n {2}not here: +strace not installed\n( {2}to enable it: .+ strace\n)?✓ L3/m)
      expect(reportOf(ran).sandbox.layers).toEqual(['L0', 'L1', 'L3'])
    },
  )

  it.skipIf(process.getuid?.() !== 0)('an ordinary user sees as much as root', async () => {
    const own = project({
      'surety.yaml': config(['note']),
      'server.mjs': SERVER,
      'tools/note.yaml': contract('note'),
      'home/.profile': 'mine',
    })
    mkdirSync(join(own, 'temp'))
    for (const name of ['', ...readdirSync(own, { recursive: true }).map(String)])
      chownSync(join(own, name), NOBODY, NOBODY)
    const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
    const ran = await surety(['test', own, '--json'], {
      env: { HOME: join(own, 'home'), TMPDIR: join(own, 'temp') },
      under: ['setpriv', ...ids],
    })
    const { sandbox, tools } = reportOf(ran)
    const { sandbox: asRoot } = await without('')
    expect(sandbox).toEqual(asRoot)
    expect(tools[0]?.findings.map(({ code }) => code)).toEqual(['E012'])
    expect(readdirSync(join(own, 'temp'))).toEqual([])
  })

  it.skipIf(!ALL_LAYERS)('what is required and cannot be observed ends the run with 2', async () => {
    const words = ['test', folder, '--tool', 'add', '--require', 'fs,net', '--require', 'calls']
    const [all, some] = await Promise.all([surety(words), surety(words, { env: { SURETY_WITHOUT: 'L2' } })])
    expect(all.code).toBe(0)
    expect(some.code).toBe(2)
    expect(some.err).toContain(
      'surety: Required, but not observable here: net (strace does not work here: L2 is switched off)',
    )
  })

  it.skipIf(!ALL_LAYERS)('what is required and was not observed fails, beside all that was found', async () => {
    const own = project({ 'surety.yaml': config(['away']), 'server.mjs': SERVER, 'tools/away.yaml': contract('away') })
    const ran = await surety(['test', own, '--json', '--require', 'calls'])
    const { tools, errors, summary } = reportOf(ran)
    expect([ran.code, summary.exitCode, tools[0]?.findings[0]?.code]).toEqual([1, 1, 'E004'])
    expect(errors).toMatchObject([
      { code: 'W027', tool: null, fails: true, message: expect.stringMatching(/'calls' is required.*away\.$/) },
    ])
  })
})

it('a temp folder that is not there is done without', async () => {
  const folder = project({ 'surety.yaml': config(['add']), 'server.mjs': SERVER })
  const { code, err } = await surety(['test', folder], { env: { TMPDIR: join(folder, 'missing') } })
  expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('missing') })
})
