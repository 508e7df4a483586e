import { describe, expect, test } from 'vitest'
import type { Effect } from '../effect-evidence.ts'
import type { Annotations, Promised, ToolDefinition, ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleContract, exampleRun, exampleTool, exampleWrite } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import { judge } from '../judge.ts'

const temp = exampleWrite('/tmp/x', { place: 'temp' })
const home = exampleWrite('/home/me/.cache/x', { place: 'home' })
const project = exampleWrite('data/x.json')
const connect: Effect = { kind: 'connect', target: 'api.example.com:443', outcome: 'refused', call: 1 }
const detached: Effect = { kind: 'process', command: 'sleep 100', how: 'detached', call: 1 }

interface Case {
  readonly promised?: Partial<Promised>
  readonly definition?: Partial<ToolDefinition>
  readonly effects: readonly Effect[]
}

/** Its description tells of every kind of effect, so that W028 keeps out of it. */
const TELLING = 'Writes and deletes files, sends requests and runs programs.'

function codesOf({ promised, definition, effects }: Case): readonly string[] {
  const tool = exampleTool({
    definition: { name: 'thing', description: TELLING, ...definition },
    effects,
    ...(promised === undefined ? {} : { contract: exampleContract(promised) }),
  })
  return judge(exampleRun({ tools: [tool] })).flatMap(({ code, tool }) => (tool === null ? [] : [code]))
}

describe('effects against a contract', () => {
  test.each<[string, Case, readonly string[]]>([
    ['a project file under none', { promised: { sideEffects: 'none' }, effects: [project] }, ['E012']],
    ['a project file under filesystem', { promised: { sideEffects: 'filesystem' }, effects: [project] }, ['E012']],
    ['a project file where nothing is said', { promised: {}, effects: [project] }, ['E012']],
    ['a project file it may write', { promised: { writes: ['data/**'] }, effects: [project] }, []],
    ['the folder of it', { promised: { writes: ['data/**'] }, effects: [exampleWrite('data')] }, []],
    ['a folder on the way', { promised: { writes: ['data/a/*.json'] }, effects: [exampleWrite('data')] }, []],
    [
      'deleting what is on the way',
      { promised: { writes: ['data/a/*.json'] }, effects: [exampleWrite('data', { kind: 'delete', existed: true })] },
      ['E012'],
    ],
    ['another project file', { promised: { writes: ['logs/**'] }, effects: [project] }, ['E012']],
    [
      'undone, refused, attributes and renames',
      {
        promised: { sideEffects: 'none' },
        effects: [
          exampleWrite('a', { outcome: 'undone' }),
          exampleWrite('b', { outcome: 'refused' }),
          exampleWrite('c', { kind: 'attributes' }),
          exampleWrite('d', { kind: 'rename' }),
        ],
      },
      ['E012'],
    ],
    ['a temporary file under none', { promised: { sideEffects: 'none' }, effects: [temp] }, ['E017']],
    ['a temporary file under filesystem', { promised: { sideEffects: 'filesystem' }, effects: [temp] }, []],
    ['a temporary file where nothing is said', { promised: {}, effects: [temp] }, ['E017']],
    ['a temporary file beside writes', { promised: { writes: ['data/**'] }, effects: [temp] }, ['E017']],
    ["a server's own file at home under none", { promised: { sideEffects: 'none' }, effects: [home] }, ['E017']],
    ['it where nothing is said', { promised: {}, effects: [home] }, ['E017']],
    ['it beside writes', { promised: { writes: ['data/**'] }, effects: [home] }, ['E017']],
    ['it under filesystem', { promised: { sideEffects: 'filesystem' }, effects: [home] }, []],
    ...[
      '/home/me/report.txt',
      '/home/me/Documents/report.txt',
      '/home/me/.zshenv',
      '/home/me/.ssh/authorized_keys2',
      '/home/me/.config/autostart/x.desktop',
      '/home/me/.local/bin/x',
    ].map((path): [string, Case, readonly string[]] => [
      `${path} under filesystem`,
      { promised: { sideEffects: 'filesystem' }, effects: [exampleWrite(path, { place: 'home' })] },
      ['E017'],
    ]),
    [
      'a file that was there before under filesystem',
      { promised: { sideEffects: 'filesystem' }, effects: [{ ...home, existed: true }] },
      ['E017'],
    ],
    [
      'absolute globs do not leave the project',
      { promised: { writes: ['**', '/home/**'] }, effects: [home] },
      ['E017'],
    ],
    ['the network where nothing is said', { promised: { sideEffects: 'none' }, effects: [connect] }, ['E017']],
    ['the network under none', { promised: { network: 'none' }, effects: [connect] }, ['E017']],
    ['the network under any', { promised: { network: 'any' }, effects: [connect] }, []],
    ['a declared endpoint', { promised: { network: ['*.example.com:443'] }, effects: [connect] }, []],
    ['another endpoint', { promised: { network: ['example.com'] }, effects: [connect] }, ['E017']],
    ['no endpoint', { promised: { network: [] }, effects: [connect] }, ['E017']],
    ['a process that stays', { promised: { network: 'any' }, effects: [detached] }, ['E017']],
    [
      'everything at once, a finding for each kind',
      { promised: {}, effects: [project, project, temp, home, connect, detached] },
      ['E012', 'E017', 'E017', 'E017'],
    ],
    ['no contract', { effects: [project, temp, home, connect, detached] }, []],
  ])('%s', (_, given, codes) => {
    expect(codesOf(given)).toEqual(codes)
  })

  test('the finding names three paths, the rest by number, where the promise stands, and the call', () => {
    const effects = ['a', 'b', 'c', 'd', 'e', 'a'].map((path) => exampleWrite(path))
    const tool = exampleTool({ effects, contract: exampleContract({ sideEffects: 'none' }) })
    const [finding] = judge(exampleRun({ tools: [tool] }))
    expect(finding).toMatchObject({
      code: 'E012',
      message:
        'The tool wrote a, wrote b, wrote c and 2 more in the project; the contract declares side_effects: none.',
      evidence: { kind: 'write', path: 'a', count: 5, input: { user_id: '123' }, test: 'fetch_existing_user' },
      at: ['guarantees', 'side_effects'],
    })
  })

  test('the fix leaves a contract that is valid: paths stand in place of none, beside anything else', () => {
    const fixOf = (promised: Partial<Promised>): string | undefined =>
      judge(exampleRun({ tools: [exampleTool({ effects: [project], contract: exampleContract(promised) })] }))[0]?.fix
    expect(fixOf({ sideEffects: 'none' })).toMatch(/in `guarantees.writes`, in place of `side_effects: none`\.$/)
    expect(fixOf({ sideEffects: 'filesystem' })).toMatch(/in `guarantees.writes`\.$/)
    expect(fixOf({ writes: ['logs/**'] })).toMatch(/in `guarantees.writes`\.$/)
  })

  test.each<[Effect, string, object]>([
    [connect, 'tried to connect to api.example.com:443 (refused);', { outcome: 'refused' }],
    [{ ...connect, outcome: 'lasting' }, 'tried to connect to api.example.com:443;', {}],
  ])('of a connection only the attempt is sure: %j', (effect, message, outcome) => {
    const tool = exampleTool({ effects: [effect], contract: exampleContract({ network: 'none' }) })
    const [finding] = judge(exampleRun({ tools: [tool] }))
    expect(finding?.message).toContain(message)
    expect(finding?.evidence).toEqual({
      kind: 'connect',
      target: 'api.example.com:443',
      ...outcome,
      input: { user_id: '123' },
      test: 'fetch_existing_user',
    })
  })

  test('what no call reproduced is on the server, unless some contract allows it', () => {
    const contract = exampleContract({ writes: ['data/**'] })
    const run = exampleRun({ tools: [exampleTool({ contract, definition: { name: 'thing', description: TELLING } })] })
    const unexplained = [project, exampleWrite('notes.txt'), connect]
    const found = judge({ ...run, server: { ...run.server, unexplained } })
    expect(found.map(({ code, tool, evidence }) => [code, tool, evidence['path'] ?? evidence['target']])).toEqual([
      ['E012', null, 'notes.txt'],
      ['E017', null, 'api.example.com:443'],
    ])
  })

  test('what a server connected to as it started is on the server, unless it is its own machine or some contract allows it', () => {
    const connects = (targets: readonly string[]) =>
      targets.map((target) => ({ kind: 'connect', target, outcome: 'lasting', call: undefined }) as const)
    const startConnects = connects(['unix:/var/lib/docker.sock', '127.0.0.1:80', 'db.example.com:5432'])
    const found = (promised: Parameters<typeof exampleContract>[0]) => {
      const contract = exampleContract(promised)
      const run = exampleRun({
        tools: [exampleTool({ contract, definition: { name: 'thing', description: TELLING } })],
      })
      return judge({ ...run, server: { ...run.server, startConnects } })
    }
    const [finding, ...others] = found({ network: ['db.example.com:5432'] })
    expect(others).toEqual([])
    expect(finding).toMatchObject({ code: 'E017', tool: null, evidence: { target: 'unix:/var/lib/docker.sock' } })
    expect(finding?.message).toContain('while it started')
    expect(found({ network: 'any' })).toEqual([])
  })
})

describe('effects against annotations', () => {
  const readOnly = { annotations: { readOnlyHint: true } }
  const harmless = { annotations: { destructiveHint: false } }
  const closed = { annotations: { openWorldHint: false } }
  const replaced = exampleWrite('a', { existed: true, kept: false })
  const unread = exampleWrite('a', { existed: true })

  test.each<[string, Case, readonly string[]]>([
    ['a file written by a read-only tool', { definition: readOnly, effects: [project] }, ['E019']],
    ['a new temporary file', { definition: readOnly, effects: [temp] }, []],
    ['a new file at home', { definition: readOnly, effects: [home] }, []],
    ['a file at home that was there', { definition: readOnly, effects: [{ ...home, existed: true }] }, ['E019']],
    ['a temporary file that goes', { definition: readOnly, effects: [{ ...temp, outcome: 'undone' }] }, []],
    ['a process that stays', { definition: readOnly, effects: [detached] }, []],
    ['the network, read-only', { definition: readOnly, effects: [connect] }, []],
    ['the network in a closed world', { definition: closed, effects: [connect] }, ['E019']],
    ['this machine in a closed world', { definition: closed, effects: [{ ...connect, target: '127.0.0.1:80' }] }, []],
    ['a file in a closed world', { definition: closed, effects: [project] }, []],
    ['a new file', { definition: harmless, effects: [project] }, []],
    ['a file replaced', { definition: harmless, effects: [replaced] }, ['E019']],
    ['a file appended to', { definition: harmless, effects: [{ ...replaced, kept: true }] }, []],
    ['a file changed that nobody could compare', { definition: harmless, effects: [unread] }, []],
    ['a file deleted', { definition: harmless, effects: [{ ...unread, kind: 'delete' }] }, ['E019']],
    [
      'a deletion refused',
      { definition: harmless, effects: [{ ...unread, kind: 'delete', outcome: 'refused' }] },
      ['E019'],
    ],
    [
      'a file deleted and written anew',
      { definition: harmless, effects: [{ ...unread, kind: 'delete', kept: true }] },
      [],
    ],
    ['a deletion undone', { definition: harmless, effects: [{ ...replaced, kind: 'delete', outcome: 'undone' }] }, []],
    ['a temporary file deleted', { definition: harmless, effects: [{ ...temp, existed: true, kind: 'delete' }] }, []],
    [
      'both annotations, one defect',
      { definition: { annotations: { readOnlyHint: true, destructiveHint: false } }, effects: [replaced] },
      ['E019'],
    ],
    ['no annotations', { effects: [project, connect, detached] }, []],
    [
      'a contract before an annotation',
      { definition: readOnly, promised: { sideEffects: 'none' }, effects: [project] },
      ['E012'],
    ],
    [
      'an annotation where the contract allows it',
      { definition: readOnly, promised: { writes: ['data/**'] }, effects: [project] },
      ['E019'],
    ],
    [
      'each kind by itself',
      { definition: readOnly, promised: { writes: ['data/**'] }, effects: [project, temp] },
      ['E017', 'E019'],
    ],
  ])('%s', (_, given, codes) => {
    expect(codesOf(given)).toEqual(codes)
  })
})

describe('effects against the description', () => {
  /** A contract that allows these effects. */
  const allowing = (effects: readonly Effect[]): Partial<Promised> => ({
    sideEffects: 'filesystem',
    writes: effects.includes(temp) || effects.includes(connect) ? [] : ['**'],
    network: effects.includes(connect) ? 'any' : 'none',
  })
  const told = (description: string, effects: readonly Effect[], annotations: Annotations = {}): readonly string[] =>
    codesOf({ definition: { name: 'write_file', description, annotations }, promised: allowing(effects), effects })

  test.each<[string, Effect]>([
    ['Return the weather.', project],
    ['Return the weather. Does not write anything.', project],
    ['Return the weather. Effects: reads data; writes no files; no network.', temp],
    ['The logic of an address, a movie and its settings.', project],
    ['Returns a book by its ISBN.', project],
    ['Takes a text and returns its first word.', project],
    ['Makes a summary.', project],
    ['Lists the marks, tags and orders of a student.', project],
    ['Finds the maker of a clone.', project],
    ['Write a report.', exampleWrite('a', { kind: 'delete', existed: true })],
    ['Return the weather of a city.', connect],
  ])('%s does not tell of it', (description, effect) => {
    expect(told(description, [effect])).toEqual(['W028'])
  })

  test.each<[string, Effect]>([
    ['Saves the report.', project],
    ['Creating a draft invoice.', project],
    ['Makes a folder.', project],
    ['Clones a repository.', project],
    ['Initialises the project.', project],
    ['Marks a task as done.', project],
    ['Takes a screenshot and keeps it.', project],
    ['Enrols a student.', project],
    ['Books a room.', project],
    ['Finds a free room and reserves it.', project],
    ['Appends one line to the log.', project],
    ['Removes the entry.', exampleWrite('a', { kind: 'delete', existed: true })],
    ['Look something up on the web.', connect],
    ['Queries the API.', connect],
  ])('%s tells of it', (description, effect) => {
    expect(told(description, [effect])).toEqual([])
  })

  test('a temporary file that is gone again is nothing to tell', () => {
    const definition = { name: 'thing', description: 'Return the weather.' }
    const undone = exampleWrite('/tmp/x', { place: 'temp', outcome: 'undone' })
    expect(codesOf({ definition, promised: { sideEffects: 'filesystem' }, effects: [undone] })).toEqual([])
  })

  test.each<[string, Partial<Promised>, readonly string[]]>([
    ['Return the weather.', { writes: ['data/**'] }, ['W028']],
    ['Return the weather.', { network: ['api.example.com:443'] }, ['W028']],
    ['Return the weather.', { writes: ['data/**'], network: 'any' }, ['W028', 'W028']],
    ['Save the weather of a city, as its web service tells it.', { writes: ['data/**'], network: 'any' }, []],
    ['Return the weather.', { sideEffects: 'filesystem', network: 'none' }, []],
    ['Return the weather.', { serverNetwork: 'any' }, []],
  ])('%s: what the contract names of %j is told, though nothing of it was seen', (description, promised, codes) => {
    expect(codesOf({ definition: { name: 'thing', description }, promised, effects: [] })).toEqual(codes)
  })

  test('one finding for what is declared and was seen', () => {
    const definition = { name: 'thing', description: 'Return the weather.' }
    expect(codesOf({ definition, promised: { writes: ['data/**'] }, effects: [project] })).toEqual(['W028'])
  })

  test('openWorldHint tells of the network, and of nothing else', () => {
    expect(told('Return the weather.', [connect], { openWorldHint: true })).toEqual([])
    expect(told('Return the weather.', [project], { openWorldHint: true })).toEqual(['W028'])
    expect(told('Return the weather.', [connect], { openWorldHint: false })).toEqual(['E019'])
  })

  test('without a contract nothing has to be told', () => {
    const definition = { name: 'thing', description: 'Return the weather.' }
    expect(codesOf({ definition, effects: [project, home, connect, detached] })).toEqual([])
  })

  test('what is a defect already is not told twice', () => {
    const definition = { name: 'thing', description: 'Return the weather.' }
    expect(codesOf({ definition, promised: { sideEffects: 'none' }, effects: [project] })).toEqual(['E012'])
    expect(codesOf({ definition, promised: { sideEffects: 'filesystem' }, effects: [temp] })).toEqual(['W028'])
  })
})

describe('state outside the project', () => {
  const server = (tools: readonly ToolEvidence[], unexplained: readonly Effect[] = []): readonly Finding[] => {
    const run = exampleRun({ tools })
    const found = judge({ ...run, server: { ...run.server, unexplained } })
    return found.filter(({ code }) => code === 'W032')
  }
  const keeping = (tool: string, ...paths: readonly string[]): ToolEvidence =>
    exampleTool({ tool, effects: paths.map((path) => exampleWrite(path, { place: 'home' })) })

  test('is told once for a server, by its folders, with the tools in whose calls it came', () => {
    const tools = [
      keeping('search', '/home/me/.cache/shop/a/1', '/home/me/.cache/shop/a/2'),
      keeping('fetch', '/home/me/.cache/shop/log', '/home/me/.shop.json'),
      exampleTool({ tool: 'add' }),
    ]
    expect(server(tools)).toMatchObject([
      {
        tool: null,
        message:
          'The server keeps files of its own outside the project: /home/me/.cache/shop and /home/me/.shop.json; seen in calls of search and fetch.',
        evidence: { all: ['/home/me/.cache/shop', '/home/me/.shop.json'], tools: ['search', 'fetch'] },
      },
    ])
  })

  test.each<[string, readonly ToolEvidence[]]>([
    ['a contract', [exampleTool({ contract: exampleContract({ sideEffects: 'none' }), effects: [home] })]],
    ['the project', [exampleTool({ effects: [project] })]],
    ['the project', [exampleTool({ effects: [{ ...project, unsure: true }] })]],
    ['a file that was there', [exampleTool({ effects: [{ ...home, existed: true }] })]],
    ['a file that went', [exampleTool({ effects: [{ ...temp, outcome: 'undone' }] })]],
    ['where the caller said', [exampleTool({ calls: [exampleCall({ input: { to: ['/tmp/x'] } })], effects: [temp] })]],
    [
      'below where the caller said',
      [exampleTool({ calls: [exampleCall({ input: { dir: '/tmp/' } })], effects: [temp] })],
    ],
    ['by a name that the caller gave', [exampleTool({ calls: [exampleCall({ input: 'x' })], effects: [temp] })]],
  ])('%s is none', (_, tools) => {
    expect(server(tools)).toEqual([])
  })

  test("what may be the machine's own is W032 and no error, with a contract or without", () => {
    const unsure = exampleWrite('/home/me/.cache/x', { place: 'home', existed: true, unsure: true })
    const definition = { name: 'fetch_user', annotations: { readOnlyHint: true, destructiveHint: false } }
    for (const contract of [undefined, exampleContract({ sideEffects: 'none' })]) {
      const tool = exampleTool({ contract, definition, effects: [unsure] })
      const codes = judge(exampleRun({ tools: [tool] })).map(({ code }) => code)
      expect(codes.filter((code) => code !== 'W026')).toEqual(['W032'])
    }
  })

  test('under a contract that allows files it is the server’s own in the folders for it, made for it or not', () => {
    const contract = exampleContract({ sideEffects: 'filesystem' })
    const made = ['/root/.local', '/root/.local/state', '/root/.local/state/shop/log', '/root/notes', '/root/.empty']
    const tools = [exampleTool({ contract, effects: made.map((path) => exampleWrite(path, { place: 'home' })) })]
    expect(server(tools)).toMatchObject([{ evidence: { all: ['/root/.local/state/shop'] } }])
    const named = exampleTool({ contract, calls: [exampleCall({ input: '~/.cache/x' })], effects: [home] })
    expect(server([named])).toEqual([])
    const silent = { description: 'Return the weather.' }
    expect(
      codesOf({ promised: { sideEffects: 'filesystem' }, definition: { name: 'thing', ...silent }, effects: [home] }),
    ).toEqual([])
    expect(server([exampleTool({ contract })], [home])).toMatchObject([{ evidence: { tools: [] } }])
    const run = exampleRun({ tools: [exampleTool({ contract })] })
    const found = judge({ ...run, server: { ...run.server, unexplained: [home] } })
    expect(found.map(({ code }) => code)).toEqual(['W032'])
  })

  test('what no call reproduced counts where there is no contract', () => {
    expect(server([exampleTool()], [temp])).toMatchObject([{ evidence: { all: ['/tmp/x'], tools: [] } }])
    expect(server([exampleTool({ contract: exampleContract() })], [temp])).toEqual([])
  })
})
