import { matchesSemanticType } from '@surety/tool-contracts'
import * as fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find } from './machine.ts'
import { type Postgres, startPostgres } from './postgres.ts'

describe.skipIf(find('postgres') === undefined)('an ltree-path, where there is a PostgreSQL to ask', () => {
  let postgres: Postgres
  let version: number

  beforeAll(() => {
    postgres = startPostgres()
    version = Number(ask('SHOW server_version_num')) / 10_000
    ask(`CREATE EXTENSION ltree; CREATE FUNCTION is_ltree(t text) RETURNS boolean LANGUAGE plpgsql AS
      'BEGIN PERFORM t::ltree; RETURN true; EXCEPTION WHEN OTHERS THEN RETURN false; END'`)
  })

  afterAll(() => postgres.remove())

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
    const file = join(postgres.folder, 'texts.json')
    writeFileSync(file, JSON.stringify(texts))
    return postgres.psql(`\\set texts \`cat ${file}\`\n${sql};\n`)
  }
})

function longest(path: string): number {
  return Math.max(...path.split('.').map((label) => Array.from(label).length))
}
