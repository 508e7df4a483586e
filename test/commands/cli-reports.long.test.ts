import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  SERVER,
  codesOf,
  complaintsIn,
  config,
  contract,
  project,
  removeProjects,
  reportOf,
  surety,
} from '../cli-lab.ts'

const ADD = contract('add', { tests: '{ name: small, input: { a: 1, b: 2 } }' })
const shop = project({
  'surety.yaml': config(['add', 'note']),
  'server.mjs': SERVER,
  'tools/add.yaml': ADD,
  'tools/deep/er/note.yaml': contract('note'),
})

afterAll(removeProjects)

describe.concurrent('the exit code', () => {
  it('is 0 where everything kept its word, and stdout has only the report', async () => {
    const { code, out, err } = await surety(['test', '--tool', 'add'], { cwd: shop })
    expect(code).toBe(0)
    expect(out).toMatch(/^✓ 1 tool of lab 1 kept its contract {2}/)
    expect(err).toMatch(/^starting\n/)
  })

  it('is 1 where a finding fails, and the replay shows it again', async () => {
    const cwd = join(shop, '..')
    const ran = await surety(['test', shop, '--json'], { cwd })
    const report = reportOf(ran)
    expect({ code: ran.code, said: report.summary.exitCode }).toEqual({ code: 1, said: 1 })
    expect(codesOf(report)).toEqual([['add'], ['note', 'E012']])
    const replay = report.tools[1]?.findings[0]?.replay ?? ''
    expect(replay).toBe(`surety test ${shop} --tool note`)
    expect((await surety(replay.split(' ').slice(1), { cwd })).code).toBe(1)
  })

  it('is 0 for warnings, and 1 under --strict and strict_mode', async () => {
    const files = { 'server.mjs': SERVER, 'tools/add.yaml': ADD }
    const warned = project({ ...files, 'surety.yaml': config(['add', 'greet']) })
    const strict = project({ ...files, 'surety.yaml': config(['add', 'greet'], 'strict_mode: true') })
    const runs = [surety(['test', warned]), surety(['test', warned, '--strict']), surety(['test', strict])]
    const [gentle, ...failed] = await Promise.all(runs)
    expect(gentle?.code).toBe(0)
    expect(gentle?.out).toContain('W026 Tool Without Contract')
    expect(failed.map(({ code }) => code)).toEqual([1, 1])
  })

  it('is 2 for a tool nobody knows, beside others or not, and the message names those there are', async () => {
    const runs = await Promise.all(
      [
        ['--tool', 'xylophone'],
        ['--tool', 'add', '--tool', 'xylophone'],
        ['--tool', 'ad', '--explore'],
      ].map((words) => surety(['test', shop, ...words])),
    )
    expect(runs.map(({ code, out }) => [code, out])).toEqual(runs.map(() => [2, '']))
    expect(runs.map(({ err }) => complaintsIn(err))).toEqual([
      'surety: No tool is named xylophone. The server lists add, note.\n',
      'surety: No tool is named xylophone. The server lists add, note.\n',
      "surety: No tool is named ad. Did you mean 'add'? The server lists add, note.\n",
    ])
  })

  it('is 2 for a slip of the pen that a contract tells, before any server starts', async () => {
    const dir = project({ 'surety.yaml': 'version: 1\nserver: { command: no-such-server }\n', 'tools/add.yaml': ADD })
    const { code, err } = await surety(['test', dir, '--tool', 'ad'])
    expect([code, complaintsIn(err)]).toEqual([
      2,
      "surety: No contract is for a tool named ad. Did you mean 'add'? A tool without a contract is called with --explore or --input.\n",
    ])
  })

  it('is 2 for a requirement that cannot hold, before any server starts', async () => {
    const words = ['test', project(), '--require', 'net,calls', '--', 'no-such-server']
    const { code, err } = await surety(words, { env: { SURETY_WITHOUT: 'L2,L3' } })
    expect([code, complaintsIn(err)]).toEqual([
      2,
      expect.stringMatching(
        /^surety: Required, but not observable here: net \(.*\nsurety: Required, but not observable here: calls \(.*\n$/,
      ),
    ])
  })

  it('is 1 for a tool that only a contract knows', async () => {
    const gone = project({ 'surety.yaml': config(['add']), 'server.mjs': SERVER, 'tools/gone.yaml': contract('gone') })
    const ran = await surety(['test', gone, '--tool', 'gone', '--json'])
    expect(ran.code).toBe(1)
    expect(reportOf(ran).errors.map(({ code }) => code)).toEqual(['E002'])
  })

  it('is that of the run when nobody reads to the end', async () => {
    const under = ['bash', '-c', `"$@" | true; exit "\${PIPESTATUS[0]}"`, 'bash']
    const closed = await surety(['test', shop, '--tool', 'note', '--json'], { under })
    expect(closed.code).toBe(1)
    expect(closed.err).not.toContain('EPIPE')
  })
})

describe.concurrent('reports', () => {
  it('go to as many files as are named, and GitHub is told on stderr', async () => {
    const folder = project()
    const files = ['--reporter=json=all.json', '--reporter=junit=all.xml', '--reporter=sarif=all.sarif']
    const words = ['test', shop, '--tool', 'note', ...files, '--reporter', 'text', '--output', 'all.txt']
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(shop, '..') }
    const { code, out, err } = await surety(words, { cwd: folder, env })
    const place = `${shop.split('/').at(-1)}/tools/deep/er/note.yaml`
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`::error file=${place},line=4,col=15,title=E012 Side Effect Detected%3A note::`)
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    expect(read('all.json')).toContain('"code": "E012"')
    expect(read('all.xml')).toMatch(/^<\?xml [^]*<testsuites [^]*E012/)
    expect(read('all.sarif')).toContain(`"uri": "${place}"`)
    expect(read('all.txt')).toContain('tools/deep/er/note.yaml:4:15')
  })

  it('go to stdout once, however often they are asked for', async () => {
    const ran = await surety(['test', shop, '--tool', 'add', '--json', '--reporter', 'json'])
    expect(reportOf(ran).summary.exitCode).toBe(0)
  })

  it('have colours where FORCE_COLOR asks for them, but never in a file', async () => {
    const words = ['test', shop, '--tool', 'add']
    const forced = await surety(words, { env: { FORCE_COLOR: '1', NO_COLOR: '' } })
    expect(forced.out).toContain('\u001b[32m✓')
    const file = join(project(), 'all.txt')
    await surety([...words, '--output', file], { env: { FORCE_COLOR: '1', NO_COLOR: '' } })
    expect(readFileSync(file, 'utf8')).not.toContain('\u001b')
    expect((await surety(words, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out).not.toContain('\u001b')
  })

  it('have no colours but on a terminal, and nothing a server says can command one', async () => {
    const words = ['test', '--', 'node', '-e', 'console.error("\\u001b[31m::error::red"); process.exit(3)']
    const { code, err } = await surety(words, { cwd: project() })
    expect(code).toBe(2)
    expect(err).not.toContain('\u001b')
    expect(err).not.toMatch(/^::/m)
    expect(err).toContain('exited with code 3. Its stderr says: \\u001b[31m::error::red')
  })
})

describe.concurrent('generated inputs', () => {
  const TEST = ['test', '--json']
  const SERVED = ['--', 'node', 'server.mjs', 'footprint']
  const cwd = project({ 'server.mjs': SERVER, 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n' })
  const seen = async (...more: string[]): Promise<string[]> => {
    const [tool] = reportOf(await surety([...TEST, ...more, ...SERVED], { cwd })).tools
    return (tool?.observed ?? []).map(({ target }) => target).toSorted()
  }

  it('are the same for the same seed, and others for another', async () => {
    const [first, again, other] = await Promise.all(['7', '7', '8'].map((seed) => seen('--explore', '--seed', seed)))
    expect(first?.length).toBeGreaterThan(1)
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('give way to --input, and the replay repeats the very call', async () => {
    const call = ['--tool', 'footprint', '--input', `{"text":"it's","number":"one"}`]
    const [tool] = reportOf(await surety([...TEST, ...call, ...SERVED], { cwd })).tools
    const replay = tool?.findings.find((finding) => finding.replay !== null)?.replay
    expect(tool?.observed.length).toBeGreaterThan(0)
    const quoted = String.raw`'{"text":"it'\''s","number":"one"}'`
    expect(replay).toBe(`surety test --tool footprint --input ${quoted} -- node server.mjs footprint`)
  })

  it('that are long are replayed from a file in the text, and stay whole in JSON', async () => {
    const dir = project({ 'server.mjs': SERVER, 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n' })
    const long = JSON.stringify({ text: `it's ${'x'.repeat(300)}`, number: 'one' })
    writeFileSync(join(dir, 'input.json'), long)
    const call = ['test', '--tool', 'footprint', '--input', '@input.json']
    const words = ['--reporter', 'text', '--reporter', 'json=all.json', ...SERVED]
    const { out } = await surety([...call, ...words], { cwd: dir })
    const [file = ''] = /\.surety\/replays\/footprint-[0-9a-f]{8}\.json/.exec(out) ?? []
    expect(out).toContain(`surety test --tool footprint --input @${file} -- node server.mjs footprint`)
    expect(readFileSync(join(dir, file), 'utf8')).toBe(`${long}\n`)
    const whole = readFileSync(join(dir, 'all.json'), 'utf8')
    expect(whole).not.toContain('replays/')
    expect(whole).toContain('x'.repeat(300))
    const again = await surety(['test', '--json', '--tool', 'footprint', '--input', `@${file}`, ...SERVED], {
      cwd: dir,
    })
    expect(reportOf(again).tools[0]?.findings.length).toBeGreaterThan(0)
  })

  it('go to no file where a link leads out of the project', async () => {
    const elsewhere = project()
    const dir = project({ 'server.mjs': SERVER, 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n' })
    symlinkSync(elsewhere, join(dir, '.surety'))
    const input = JSON.stringify({ text: 'x'.repeat(300), number: 'one' })
    const { out } = await surety(['test', '--tool', 'footprint', '--input', input, ...SERVED], { cwd: dir })
    expect(out).toContain(`--input '${input}'`)
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('are sent over a declared network only if --explore allows it, and the report says so', async () => {
    const online = contract('add', { guarantees: 'network: ["api.example.com:443"], side_effects: none', tests: '' })
    const dir = project({ 'server.mjs': SERVER, 'surety.yaml': config(['add']), 'tools/add.yaml': online })
    const [careful] = reportOf(await surety(['test', dir, '--json'])).tools
    expect(careful).toMatchObject({ status: 'skipped', calls: 0 })
    expect(careful?.findings.map(({ code, evidence }) => [code, evidence['promise'], evidence['reason']])).toEqual([
      ...['side_effects', 'network'].map((promise) => ['W027', promise, expect.stringMatching(/network.*--explore/)]),
      ['W028', undefined, undefined],
    ])
    const [explored] = reportOf(await surety(['test', dir, '--json', '--explore'])).tools
    expect(explored?.calls).toBeGreaterThan(0)
  })

  it('that are refused for their shape come as small as they can, with a near one that is accepted', async () => {
    const { tools } = reportOf(await surety([...TEST, '--', 'node', 'server.mjs', 'round'], { cwd }))
    expect(tools[0]?.findings).toMatchObject([
      { code: 'W031', evidence: { kind: 'refused shape', input: { value: 0 }, accepted: { value: 0 } } },
    ])
    expect(tools[0]?.findings[0]?.replay).toContain(`--input '{"value":0}'`)
  })
})

describe('an ignored finding', () => {
  const ignoring = (codes: string): string => `${contract('note')}ignore: [${codes}]\n`
  const folder = (codes: string): string =>
    project({ 'surety.yaml': config(['note']), 'server.mjs': SERVER, 'tools/note.yaml': ignoring(codes) })

  it('is named with --verbose, and only counted without', async () => {
    const shown = folder('{ code: E012, reason: it keeps notes }')
    const [quiet, verbose] = await Promise.all([surety(['test', shown]), surety(['test', shown, '--verbose'])])
    expect([quiet.code, verbose.code]).toEqual([0, 0])
    expect(quiet.err).not.toContain('Ignore')
    expect(quiet.out).toContain('1 known finding')
    expect(quiet.out).not.toContain('note.txt')
    expect(verbose.out).toMatch(/E012 Side Effect Detected \(known\)[^]*note\.txt/)
  })

  it('of the server stands in surety.yaml, and fails nothing under --strict', async () => {
    const ignore = 'ignore: [{ code: W026, reason: later }, { code: W029, reason: its own }]\n'
    const bare = project({ 'surety.yaml': `${config(['greet'])}${ignore}`, 'server.mjs': SERVER })
    const { code, out, err } = await surety(['test', bare, '--strict', '--json'])
    expect(code, out).toBe(0)
    expect(JSON.parse(out).errors).toMatchObject([{ code: 'W026', tool: null, known: true, fails: false }])
    expect(err).toContain('Ignore: W029 of the server (surety.yaml:')
  })

  it('that is not found any more, or has expired, is told of, and fails nothing by that', async () => {
    const stale = folder('{ code: E012, reason: old, until: 2020-01-31 }, { code: W022, reason: none }')
    const { code, err, out } = await surety(['test', stale, '--json'])
    expect(err).toContain(
      'Ignore: E012 of note (tools/note.yaml:6) expired on 2020-01-31 and counts again.\n' +
        'Ignore: W022 of note (tools/note.yaml:6) was not found any more; remove it.\n',
    )
    expect([code, JSON.parse(out).stale]).toMatchObject([
      1,
      [
        { source: 'ignore', code: 'E012' },
        { source: 'ignore', code: 'W022', tool: 'note', file: 'tools/note.yaml', line: 6 },
      ],
    ])
  })
})

describe('a baseline', () => {
  const known = join(project(), 'known.json')
  const withBaseline = (...words: string[]): ReturnType<typeof surety> =>
    surety(['test', shop, '--baseline', known, ...words])
  const change = (edit: (entry: Record<string, unknown>) => object): void => {
    const { findings }: { findings: Record<string, unknown>[] } = JSON.parse(readFileSync(known, 'utf8'))
    writeFileSync(known, JSON.stringify({ version: 1, findings: findings.map(edit) }))
  }

  it('is written, and what it lists fails nothing any more', async () => {
    const written = await withBaseline('--update-baseline')
    expect(written.code).toBe(0)
    expect(written.err).toContain(`Wrote 1 finding to ${known}.\n`)
    expect(readFileSync(known, 'utf8')).toContain('"E012 | note | write | note.txt"')
    const applied = await withBaseline('--json')
    expect({ code: applied.code, known: reportOf(applied).summary.known }).toEqual({ code: 0, known: 1 })
    expect(applied.err).not.toContain('Baseline')
  })

  it('stays true when tools are added to the server', async () => {
    const folder = project({
      'surety.yaml': config(['add']),
      'server.mjs': SERVER,
      'tools/gone.yaml': contract('gone'),
    })
    const baseline = ['--baseline', join(folder, 'known.json')]
    expect((await surety(['test', folder, ...baseline, '--update-baseline'])).code).toBe(0)
    const more = await surety([
      'test',
      folder,
      ...baseline,
      '--json',
      '--',
      'node',
      'server.mjs',
      'add',
      'greet',
      'files',
    ])
    expect(reportOf(more).errors).toMatchObject([{ code: 'E002', known: true }])
    expect({ code: more.code, notes: /Baseline/.test(more.err) }).toEqual({ code: 0, notes: false })
  })

  it('that has expired counts again, and says so', async () => {
    change((entry) => ({ ...entry, expires: '2020-01-31', reason: 'later' }))
    const { code, err } = await withBaseline()
    expect(code).toBe(1)
    expect(err).toContain('Baseline: E012 | note | write | note.txt expired on 2020-01-31 and counts again.')
  })

  it('that lists what is no longer found says so, and fails nothing', async () => {
    change((entry) => ({ ...entry, expires: undefined, code: 'E014', tool: 'add', fingerprint: 'E014 | add | size' }))
    const { code, err } = await withBaseline('--tool', 'add')
    expect(code).toBe(0)
    expect(err).toContain('Baseline: E014 | add | size was not found any more')
  })
})
