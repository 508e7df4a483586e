// @ts-check
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A server of its own, with its own settings for safety: every commit reaches the disk. As another user where this one is root;
 * undefined where PostgreSQL is not on this machine.
 */
export function startPostgres() {
  const root = '/usr/lib/postgresql'
  const version = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a))[0] : undefined
  if (version === undefined) return undefined
  const bin = join(root, version, 'bin')
  const home = mkdtempSync(join(tmpdir(), 'surety-bench-pg-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(home, idOf('-u'), idOf('-g'))
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    execFileSync('env', [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), join(bin, command), ...args], {
      stdio: 'ignore',
      cwd: home,
    })
  const data = join(home, 'data')
  run('initdb', '-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-U', 'surety')
  run(
    'pg_ctl',
    '-D',
    data,
    '-o',
    `-c listen_addresses='' -c unix_socket_directories=${home}`,
    '-l',
    join(home, 'log'),
    '-w',
    'start',
  )
  return {
    url: `postgres://surety@/postgres?host=${encodeURIComponent(home)}`,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** @param {string} flag */
function idOf(flag) {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
