import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RULES } from '../packages/surety/src/judge/rules/index.ts'
import { SERVER, project, removeProjects, surety } from './cli-lab.ts'

const COMMANDS = [
  'test',
  'init',
  'explain',
  'doctor',
  'lock',
  'diff',
  'token',
  'approvals',
  'trace',
  'audit',
  'tables',
  'studio',
  'modules',
  'contracts',
]
const OPTIONS =
  'tool strict json verbose reporter output explore seed input baseline update-baseline max-time bail watch workers require config url env network installed'
const MANIFEST = resolve(import.meta.dirname, '../packages/surety/package.json')

afterAll(removeProjects)

describe('on Windows', () => {
  const preload = "--import data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})"

  it.each(['test', 'init', 'lock', 'diff'])('surety %s says at once to use WSL', async (command) => {
    const { code, out, err } = await surety([command, '--', 'no-such-server'].slice(0, command === 'init' ? 3 : 1), {
      cwd: project(),
      env: { NODE_OPTIONS: preload },
    })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`surety ${command} starts servers, which needs Linux or macOS: on Windows, run it in WSL.`)
  })

  it('surety explain works', async () => {
    const { code, out } = await surety(['explain', 'E012'], { env: { NODE_OPTIONS: preload } })
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Side Effect Detected') })
  })
})

describe.concurrent('help', () => {
  it.each([['--help'], ['-h'], ['help']])('surety %s lists every command on stdout', async (word) => {
    const { code, out, err } = await surety([word])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const name of COMMANDS) expect(out).toMatch(new RegExp(`^  surety ${name} +\\w`, 'm'))
  })

  it('surety alone is no use: the help goes to stderr', async () => {
    const { code, out, err } = await surety([])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('surety <command> --help')
  })

  it.each([[['help', 'test']], [['test', '--help']], [['test', '-h']], [['test', '--nonsense', '--help']]])(
    'surety %j tells every option of the command',
    async (args) => {
      const { code, out } = await surety(args)
      expect(code).toBe(0)
      const options = [...out.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name)
      expect(options.join(' ')).toBe(OPTIONS)
    },
  )

  it('help behind `--` belongs to the server', async () => {
    const { code, err } = await surety(['test', '--', 'no-such-server', '--help'], { cwd: project() })
    expect(code).toBe(2)
    expect(err).toContain('Cannot start "no-such-server": there is no such program on PATH.')
  })

  it('--version is that of the package', async () => {
    const { version }: { version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
    expect(await surety(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })
})

describe.concurrent('what cannot be written to stdout', () => {
  const under = (sink: string) => ({ under: ['bash', '-c', `set -o pipefail; "$0" "$@" ${sink}`] })

  it.runIf(existsSync('/dev/full'))('is an error, and no success', async () => {
    const { code, err } = await surety(['explain'], under('> /dev/full'))
    expect(code).toBe(2)
    expect(err).toMatch(/^surety: Nothing more can be written to stdout: ENOSPC[^\n]+\n$/)
  })

  it("is nobody's concern where the reader has read enough", async () => {
    expect(await surety(['explain'], under('| true'))).toMatchObject({ code: 0, err: '' })
  })
})

describe.concurrent('surety explain', () => {
  it('lists all rules, and explains each, in upper and lower case', async () => {
    const { out: list } = await surety(['explain'])
    const rules = list.trimEnd().split('\n')
    expect(rules).toHaveLength(RULES.length)
    const texts = await Promise.all(rules.map((rule) => surety(['explain', rule.slice(0, 4).toLowerCase()])))
    for (const [index, rule] of rules.entries()) {
      const { code, out } = texts[index] ?? {}
      expect({ code, head: out?.split(' (')[0] }).toEqual({ code: 0, head: rule.replace('  ', ' ') })
      expect(out).toMatch(/[^\n]\n$/)
    }
  })

  it('explains several at once, and takes a code as it is said', async () => {
    const [e13 = '', w2 = '', both = ''] = await Promise.all(
      [['e13'], ['W0022'], ['E13', 'w22']].map(async (codes) => (await surety(['explain', ...codes])).out),
    )
    expect([e13.slice(0, 5), w2.slice(0, 5)]).toEqual(['E013 ', 'W022 '])
    expect(both).toBe(`${e13}\n${w2}`)
  })
})

/** What is wrong with the call is said at once, in one line, and before any server runs. */
const WRONG: readonly (readonly [args: readonly string[], says: string])[] = [
  [['tset'], `There is no command "tset". Did you mean 'test'? See surety --help.`],
  [['frobnicate'], 'There is no command "frobnicate". See surety --help.'],
  [['help', 'docter'], `There is no command "docter". Did you mean 'doctor'?`],
  [['test', '--stict'], `There is no option --stict. Did you mean '--strict'? See surety test --help.`],
  [['test', '--update-baselin'], `Did you mean '--update-baseline'?`],
  [['doctor', '-x'], 'There is no option -x. See surety doctor --help.'],
  [['test', '--tool'], '--tool needs a value: --tool name.'],
  [['test', '--tool', ''], '--tool needs a value, and was given an empty one.'],
  [['test', '--tool', 'add', '--tool='], '--tool needs a value, and was given an empty one.'],
  [['test', '--seed', '-1'], '--seed needs a value: --seed n.'],
  [['test', '--seed=-1'], '--seed takes a whole number, not "-1".'],
  [['test', '--strict=yes'], '--strict takes no value.'],
  [['test', '--workers', '0'], '--workers takes 1 or more.'],
  [['test', '--workers', 'two'], '--workers takes a whole number, not "two".'],
  [['test', 'a', 'b'], 'surety test takes one argument, not "a" "b".'],
  [['doctor', 'now'], 'surety doctor takes no arguments, not "now".'],
  [['doctor', '--', 'node'], 'surety doctor takes no `-- command`.'],
  [['test', '--'], 'Nothing stands behind `--`: give the command that starts the server.'],
  [['test', 'nowhere'], 'There is no folder "nowhere".'],
  [['test', 'node', 'server.mjs'], 'not "node" "server.mjs". The server\'s command goes behind `--`.'],
  [
    ['test', 'node server.mjs'],
    'no folder "node server.mjs". Give the folder of surety.yaml, and the server\'s command behind `--`.',
  ],
  [['test', 'server.mjs'], '"server.mjs" is not a folder. Give the folder of surety.yaml'],
  [['test'], 'No server is named: put `server: { command, args }` or `server: { url }` into '],
  [['init', '--url', 'x'], '--url takes an address'],
  [['init'], 'surety.yaml, or give `-- command args…`.\n'],
  [['lock'], 'surety.yaml, or give `-- command args…`.\n'],
  [['diff'], 'surety.yaml, or give `-- command args…`.\n'],
  [['test', '--env', 'TOKEN=abc'], 'set TOKEN in your environment and write --env TOKEN.'],
  [['init', '--env', 'NOT_SET_AT_ALL'], 'NOT_SET_AT_ALL is not set in your environment. Set it, or leave --env'],
  [['test', '--max-time', '2h'], '--max-time takes a time such as 90s or 2m, not "2h".'],
  [['test', '--bail', '--baseline', 'b.json', '--update-baseline'], '--bail leaves tools out'],
  [['test', '--env', '1x'], '--env takes the name of a variable, not "1x".'],
  [
    ['test', '--network', 'example.com'],
    '--network takes host:port, such as api.example.com:443, or any, not "example.com".',
  ],
  [['test', '--config', 'ci.yaml'], 'ci.yaml:1:1 It cannot be read (ENOENT).'],
  [['test', '--url', 'http://x', '--', 'node'], 'Give either --url or `-- command`, not both.'],
  [
    ['test', '--url', 'localhost:3000'],
    '--url takes an address such as http://127.0.0.1:3000/mcp, not "localhost:3000".',
  ],
  [['test', '--url', 'http://me:secret@127.0.0.1/mcp'], '--url must hold no password: put it into the `headers`'],
  [['test', '--input', '{}'], '--input needs exactly one --tool.'],
  [['test', '--input', '{', '--tool', 'add'], '--input is not JSON: '],
  [['test', '--input', '@none.json', '--tool', 'add'], '--input cannot read "none.json": ENOENT'],
  [['test', '--input', '@server.mjs', '--tool', 'add'], '--input takes a file of JSON, which "server.mjs" is not.'],
  [['test', '--input', '[1]', '--tool', 'add'], '--input takes a JSON object, the arguments by name, not [1].'],
  [['test', '--require', 'fs,disk'], '--require takes fs, net, process, calls, not "disk".'],
  [['test', '--reporter', 'xml'], 'There is no reporter "xml"; there are text, json, junit, sarif, github.'],
  [['test', '--json', '--reporter', 'junit'], 'Only one report can go to stdout'],
  [['test', '--reporter', 'json=a', '--reporter', 'junit=a'], 'Two reports cannot go to the same file'],
  [['test', '--reporter', 'json=a', '--output', 'b'], 'Nothing is left for --output b'],
  [['test', '--output', 'no/such/report'], 'cannot be written (ENOENT): check that its folder exists'],
  [['test', '--output', 'folder'], 'cannot be written (EISDIR)'],
  [['test', '--reporter', 'junit=server.mjs/report'], 'cannot be written (ENOTDIR)'],
  [['test', '--output', 'x'.repeat(300)], 'cannot be written (ENAMETOOLONG)'],
  [['test', '--update-baseline'], '--update-baseline needs --baseline file.'],
  [['test', '--baseline', 'none.json'], 'The baseline none.json cannot be read; --update-baseline writes one.'],
  [['test', '--baseline', 'server.mjs'], 'The baseline server.mjs cannot be used: '],
  [['explain', 'E999'], 'There is no code "E999". `surety explain` lists the rules.'],
  [['explain', 'E012', 'E999'], 'There is no code "E999".'],
]

describe.concurrent('a call that cannot work', () => {
  const cwd = project({ 'server.mjs': SERVER, 'folder/x': '' })

  it.each(WRONG)('surety %j exits 2 and says why', async (args, says) => {
    const { code, out, err } = await surety(args, { cwd })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^surety: [^\n]+\n$/)
    expect(err).toContain(says)
  })

  it('a report that is there stays as it is, and one that is not there does not come to be', async () => {
    const folder = project({ 'old.json': 'old' })
    symlinkSync('target', join(folder, 'link.json'))
    const outputs = ['json=old.json', 'junit=new.xml', 'sarif=link.json'].flatMap((output) => ['--reporter', output])
    expect(await surety(['test', ...outputs], { cwd: folder })).toMatchObject({ code: 2 })
    expect(readdirSync(folder).toSorted()).toEqual(['link.json', 'old.json'])
    expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('old')
  })

  it('a folder that was deleted is told of, where it is needed', async () => {
    const gone = project()
    const inGone = { under: ['sh', '-c', 'cd "$0" && rmdir "$0" && exec "$@"', gone] }
    const { code, err } = await surety(['test'], inGone)
    expect(code).toBe(2)
    expect(err).toMatch(/^surety: The folder this was called in is gone[^\n]+\n$/)
  })

  it('a layer that is none is refused', async () => {
    const { code, err } = await surety(['doctor'], { env: { SURETY_WITHOUT: 'L1,L9' } })
    expect({ code, err }).toEqual({ code: 2, err: 'surety: SURETY_WITHOUT names "L9"; it may name L1, L2, L3.\n' })
  })
})
