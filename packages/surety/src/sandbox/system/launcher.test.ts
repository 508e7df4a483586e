import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../../test/machine.ts'
import { folderWith } from '../../../test/run-in-cell.ts'
import { LAUNCHER_FOLDER } from '../own-files.ts'
import { REFUSED_CALLS } from '../trace/kernel-calls.ts'
import { ENVIRONMENT_FD, type Policy, launcherFile } from './launcher.ts'

const shipped = launcherFile()
const FLAGS = ['-O1', '-static', '-nostdlib', '-ffreestanding', '-fno-stack-protector', '-fno-pie', '-no-pie']

/** The launcher as its source says, which the binary in the package must be. */
function built(): string | undefined {
  if (shipped === undefined || find('gcc') === undefined) return undefined
  const file = join(folderWith({}), 'launcher')
  const source = fileURLToPath(new URL('launcher.c', LAUNCHER_FOLDER))
  execFileSync('gcc', [...FLAGS, '-o', file, source])
  return file
}

it('refuses without a tracer what a tracer refuses', () => {
  const source = readFileSync(new URL('launcher.c', LAUNCHER_FOLDER), 'utf8')
  const refused = [...source.matchAll(/REFUSE_CALL\((\w+), EPERM\)/g)].map(([, call]) => call)
  expect(refused).toEqual(expect.arrayContaining([...REFUSED_CALLS]))
})

interface Launched {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function confined(
  launcher: string,
  command: string | readonly string[],
  environment = 'A=1\0',
  policy: Policy = 'untraced',
  powers = 'all',
): Launched {
  const file = join(folderWith({}), 'environment')
  writeFileSync(file, environment)
  const [given, leaked] = [openSync(file, 'r'), openSync('/etc/passwd', 'r')]
  const stdio = ['ignore', 'pipe', 'pipe', leaked, leaked, leaked, leaked, given, leaked, leaked] as const
  const program = typeof command === 'string' ? ['/bin/sh', 'sh', '-c', command] : command
  const words = ['confine', policy, powers, String(ENVIRONMENT_FD), ...program]
  const ran = spawnSync(launcher, words, { env: { INHERITED: '1' }, stdio: [...stdio], encoding: 'utf8' })
  for (const fd of [given, leaked]) closeSync(fd)
  return ran
}

const launchers = [
  ['shipped', shipped],
  ['built from its source', built()],
] as const

describe.each(launchers)('the launcher, %s,', (_, launcher = '') => {
  const there = it.skipIf(launcher === '')

  there('gives a server its own environment and none of the caller', () => {
    const { stdout } = confined(
      launcher,
      ['/usr/bin/env', 'env'],
      'A=1\0ODD-name.x=two words\nand a line\0LD_PRELOAD=\0',
    )
    expect(stdout).toBe('A=1\nODD-name.x=two words\nand a line\nLD_PRELOAD=\n')
  })

  there('takes an environment of thousands of variables, and none', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `V${index}=${'x'.repeat(100)}\0`).join('')
    expect(confined(launcher, '/usr/bin/env | grep -c ^V', many).stdout).toBe('5000\n')
    expect(confined(launcher, '/usr/bin/env | grep -c ^A', '').stdout).toBe('0\n')
  })

  there('says what is wrong with an environment that is too large', () => {
    const { status, stderr } = confined(launcher, 'true', 'x'.repeat(3 * 1024 ** 2))
    expect([status, stderr]).toEqual([125, "The server's environment is too large.\n"])
  })

  there('passes on the first three descriptors and no others', () => {
    const { stdout } = confined(
      launcher,
      'for fd in 0 1 2 3 4 5 6 7 8 9 10; do [ -e /proc/$$/fd/$fd ] && echo $fd; done',
    )
    expect(stdout).toBe('0\n1\n2\n')
  })

  there.each([
    ['a user namespace', 'unshare -U true'],
    ['a mount namespace', 'unshare -m true'],
    ['a mount', 'mount -t tmpfs none /mnt'],
    ['another namespace', 'nsenter -t 1 -n true'],
  ])('refuses %s', (_, script) => {
    const { status, stderr } = confined(launcher, `PATH=/usr/sbin:/usr/bin; ${script}`)
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/not permitted|permission denied/i)
  })

  there('gives up privileges for good', () => {
    expect(confined(launcher, 'grep -E "^(NoNewPrivs|Seccomp):" /proc/self/status').stdout).toMatch(
      /NoNewPrivs:\s+1\nSeccomp:\s+2/,
    )
  })

  it.skipIf(launcher === '' || process.getuid?.() !== 0)('keeps the capabilities it is told to, and no others', () => {
    const read = ['/bin/grep', 'grep', '-E', '^Cap(Prm|Eff|Bnd|Inh|Amb)', '/proc/self/status']
    const kept = (powers: string) =>
      [...confined(launcher, read, '', 'untraced', powers).stdout.matchAll(/0*([\da-f]+)\n/g)].map(([, set]) => set)
    expect(kept(String(0x4fb))).toEqual(['0', '4fb', '4fb', '4fb', '0'])
    expect(kept('0')).toEqual(['0', '0', '0', '0', '0'])
  })

  there('runs a script without a first line as a shell would', () => {
    const file = join(folderWith({ script: 'echo "$0 $1"' }), 'script')
    chmodSync(file, 0o755)
    expect(confined(launcher, [file, 'script', 'one']).stdout).toBe(`${file} one\n`)
  })

  there('ends with its parent', async () => {
    const script = `${launcher} enter 3 /bin/sh -c 'echo $$; exec sleep 61' & wait`
    const parent = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [pid] = await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    await expect.poll(() => existsSync(`/proc/${String(pid).trim()}`), { timeout: 10_000 }).toBe(false)
    parent.stdout.destroy()
  })
})
