import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { matchesSemanticType } from '@surety/tool-contracts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find } from './machine.ts'

const initdb = find('postgres')

describe.skipIf(initdb === undefined)('an ltree-path, where there is a PostgreSQL to ask', () => {
  const bin = dirname(initdb ?? '')
  let folder: string
  let version: number

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'surety-pg-'))
    giveAway(folder)
    server('initdb', '-D', join(folder, 'data'), '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-U', 'surety')
    const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off`
    server('pg_ctl', '-D', join(folder, 'data'), '-o', options, '-l', join(folder, 'log'), '-w', 'start')
    version = Number(ask('SHOW server_version_num')) / 10_000
    ask(`CREATE EXTENSION ltree; CREATE FUNCTION is_ltree(t text) RETURNS boolean LANGUAGE plpgsql AS
      'BEGIN PERFORM t::ltree; RETURN true; EXCEPTION WHEN OTHERS THEN RETURN false; END'`)
  })

  afterAll(() => {
    server('pg_ctl', '-D', join(folder, 'data'), '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })

  it('is what PostgreSQL takes for one', () => {
    // Hyphens, and labels of up to 1,000 characters, came with PostgreSQL 16.
    const characters = Array.from('aZ09_. äß語Ωλ٣!@#/\\"\'\t\n'.concat(version >= 16 ? '-' : ''))
    const short = fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 })
    const dotted = fc.array(fc.string({ unit: fc.constantFrom('a', 'B', '7', '_'), maxLength: 200 }), { maxLength: 6 })
    const long = fc
      .constantFrom(998, 999, 1000, 1001, 1002)
      .map((length) => 'x'.repeat(version >= 16 ? length : length - 745))
    const texts = fc.sample(
      fc.oneof(
        short,
        dotted.map((labels) => labels.join('.')),
        long,
      ),
      2000,
    )
    const said: unknown = JSON.parse(
      ask(
        `SELECT json_agg(is_ltree(t) ORDER BY n) FROM json_array_elements_text(:'texts'::json) WITH ORDINALITY AS x(t, n)`,
        texts,
      ),
    )
    const ours = texts.map((text) => matchesSemanticType('ltree-path', text) && (version >= 16 || longest(text) <= 255))
    const differences = texts.filter((_, index) => Array.isArray(said) && said[index] !== ours[index])
    expect(differences).toEqual([])
    expect(new Set(ours)).toEqual(new Set([true, false]))
  })

  function ask(sql: string, texts: readonly string[] = []): string {
    const input = `\\set texts \`cat ${join(folder, 'texts.json')}\`\n${sql};\n`
    execFileSync('tee', [join(folder, 'texts.json')], {
      input: JSON.stringify(texts),
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    return execFileSync(
      join(bin, 'psql'),
      ['-h', folder, '-U', 'surety', '-d', 'postgres', '-qAt', '-v', 'ON_ERROR_STOP=1'],
      { input, encoding: 'utf8' },
    ).trim()
  }

  function server(command: string, ...args: string[]): void {
    const asPostgres = isRoot() ? ['runuser', '-u', 'postgres', '--'] : []
    const line = [...asPostgres, join(bin, command), ...args]
    execFileSync('env', line, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  }
})

function longest(path: string): number {
  return Math.max(...path.split('.').map((label) => Array.from(label).length))
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root. */
function giveAway(folder: string): void {
  if (!isRoot()) return
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(folder, uid ?? 0, gid ?? 0)
}
