import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { program } from '../src/sandbox/system/programs.ts'
import { folderWith } from './run-in-cell.ts'

export interface OtherProcess {
  /** Who runs it; the caller if absent. */
  readonly uid?: number
  readonly groups?: readonly number[]
  readonly env?: Readonly<Record<string, string>>
  /** A shell command that comes first, as the caller, in a mount namespace of the process's own. */
  readonly prepare?: string
  /** Whether it has a network of its own, in which the command above can set up anything. */
  readonly ownNetwork?: boolean
  /** Shell scripts that stand in the place of the system's programs, told where the real one is. */
  readonly programs?: Readonly<Record<string, (real: string) => string>>
}

const run = promisify(execFile)
let bundled: Promise<string> | undefined

/** The sandbox as files of plain JavaScript that any user can import: `src/sandbox/start-cell.mjs`, `probe-layers.mjs`. */
export function sandboxFiles(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

/** Runs JavaScript that has `startCell`, `probeLayers` and `runInCell` at hand, and gives back the JSON of what it returns. */
export async function inOtherProcess<Result>(body: string, options: OtherProcess = {}): Promise<Result> {
  const { uid, groups = [], env = {}, programs = {} } = options
  const folder = join(await sandboxFiles(), 'src/sandbox')
  const code = `
    import { startCell } from '${folder}/start-cell.mjs'
    import { probeLayers } from '${folder}/probe-layers.mjs'
    ${RUN_IN_CELL}
    console.log(JSON.stringify(await (async () => { ${body} })()))`
  const user =
    uid === undefined
      ? []
      : [program('setpriv') ?? 'setpriv', `--reuid=${uid}`, `--regid=${uid}`, ...groupWords(groups)]
  const mountFakes = Object.entries(programs).map(([name, script]) => fake(name, script))
  const prepare = ['true', options.prepare ?? 'true', ...mountFakes].join(' && ')
  const node = [process.execPath, '--input-type=module', '-e', code]
  const { stdout } = await run(
    program('unshare') ?? 'unshare',
    [
      ...asMounter(),
      '-m',
      ...(options.ownNetwork === true ? ['-n'] : []),
      '/bin/sh',
      '-c',
      `${prepare} && exec "$@"`,
      'sh',
      ...user,
      ...node,
    ],
    { env: { PATH: process.env['PATH'], ...env } },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the code above is the caller's own
  return JSON.parse(stdout) as Result
}

const RUN_IN_CELL = `
  async function runInCell(options) {
    const cell = await startCell(options)
    let stdout = ''
    cell.stdout.on('data', (chunk) => (stdout += chunk))
    cell.stdin.end()
    const exit = await cell.exited
    await cell.flush()
    const changes = await cell.changes()
    const ran = { stdout, stderr: cell.stderr(), exit, sightings: cell.sightings, changes, state: await cell.state() }
    await cell.end()
    return ran
  }`

function groupWords(groups: readonly number[]): readonly string[] {
  return [groups.length === 0 ? '--clear-groups' : `--groups=${groups.join(',')}`]
}

function asMounter(): readonly string[] {
  return process.getuid?.() === 0 ? [] : ['-r']
}

/** The command that puts a script in a program's place. */
function fake(name: string, script: (real: string) => string): string {
  const file = realpathSync(program(name) ?? name)
  const folder = folderWith({})
  const [moved, standIn] = [join(folder, `real-${name}`), join(folder, name)]
  copyFileSync(file, moved)
  writeFileSync(standIn, `#!/bin/sh\n${script(moved)}\n`, { mode: 0o755 })
  chmodSync(folder, 0o755)
  return `mount --bind ${standIn} ${file}`
}

function source(name: string): string {
  return fileURLToPath(new URL(`../src/sandbox/${name}.ts`, import.meta.url))
}

async function bundle(): Promise<string> {
  const folder = folderWith({})
  chmodSync(folder, 0o755)
  // What the sandbox loads lies where it does beside its sources.
  cpSync(fileURLToPath(new URL('../launcher', import.meta.url)), join(folder, 'launcher'), { recursive: true })
  await build({
    input: { 'start-cell': source('start-cell'), 'probe-layers': source('probe-layers') },
    platform: 'node',
    logLevel: 'silent',
    output: {
      dir: join(folder, 'src/sandbox'),
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
    },
  })
  return folder
}
