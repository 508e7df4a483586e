import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { find } from './machine.ts'

/** A PostgreSQL server of one's own, reached through a socket in its folder. */
export interface Postgres {
  readonly folder: string
  /** Of the database that every server has, or of one that `database` made. */
  readonly url: (database?: string) => string
  readonly database: (name: string) => string
  /** Runs a script and gives what it prints, unaligned. */
  readonly psql: (script: string, database?: string) => string
  readonly stop: (mode: 'fast' | 'immediate') => void
  readonly start: () => void
  readonly remove: () => void
}

/** Starts one, as another user where this one is root: PostgreSQL refuses to run as root. */
export function startPostgres(settings: readonly string[] = ['fsync=off']): Postgres {
  const bin = dirname(find('postgres') ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'surety-pg-'))
  const data = join(folder, 'data')
  if (isRoot()) chownSync(folder, idOf('-u'), idOf('-g'))

  function server(command: string, ...args: string[]): void {
    const asPostgres = isRoot() ? ['runuser', '-u', 'postgres', '--'] : []
    const line = [...asPostgres, join(bin, command), ...args]
    execFileSync('env', line, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  }

  const psql: Postgres['psql'] = (script, database = 'postgres') =>
    execFileSync(join(bin, 'psql'), ['-h', folder, '-U', 'surety', '-d', database, '-qAt', '-v', 'ON_ERROR_STOP=1'], {
      input: script,
      encoding: 'utf8',
    }).trim()

  const start = (): void => {
    const all = ["listen_addresses=''", `unix_socket_directories=${folder}`, ...settings]
    const options = all.map((setting) => `-c ${setting}`).join(' ')
    server('pg_ctl', '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start')
  }

  const stop: Postgres['stop'] = (mode) => server('pg_ctl', '-D', data, '-m', mode, '-w', 'stop')

  const url: Postgres['url'] = (database = 'postgres') =>
    `postgres://surety@/${database}?host=${encodeURIComponent(folder)}`

  server('initdb', '-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-U', 'surety')
  start()
  return {
    folder,
    url,
    database: (name) => {
      psql(`create database ${name}`)
      return url(name)
    },
    psql,
    start,
    stop,
    remove: () => {
      try {
        stop('immediate')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}
