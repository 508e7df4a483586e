import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeLayers } from './probe-layers.ts'
import { startCodeCell } from './start-code-cell.ts'

const { L1 } = await probeLayers()

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'surety-view-')))
  mkdirSync(join(root, 'node_modules/some/lib'), { recursive: true })
  mkdirSync(join(root, 'modules/a/b'), { recursive: true })
  writeFileSync(join(root, '.env'), 'TOP=SECRET')
  writeFileSync(join(root, 'node_modules/some/lib/index.js'), 'some')
  writeFileSync(join(root, 'modules/a/b/one.ts'), 'on the disk')
  writeFileSync(join(root, 'modules/a/b/notes.txt'), 'beside')
})
afterAll(() => rmSync(root, { recursive: true }))

/** What an expression gives in the cell, as JSON. */
async function seen(expression: string): Promise<unknown> {
  const folder = join(root, 'modules/a/b')
  const view = {
    folder,
    files: new Map([[join(folder, 'one.ts'), 'as it was read']]),
    shown: [process.execPath, join(root, 'node_modules/some')],
    hidden: [root],
  }
  const program = `const fs = require('fs'); const attempt = (f) => { try { return f() } catch (e) { return e.code } }
process.stdout.write(JSON.stringify(${expression}))`
  const cell = await startCodeCell([process.execPath, '-e', program], view, 512 * 1024 * 1024)
  try {
    const said = text(cell.stdout)
    await cell.exited
    await cell.end()
    return JSON.parse(await said)
  } catch (error) {
    throw new Error(cell.stderr(), { cause: error })
  } finally {
    await cell.end()
  }
}

describe.runIf(L1.works)('code that nobody trusts', () => {
  it('finds the texts it was given, and of the repository nothing else but the packages it may use', async () => {
    const at = (path: string) => JSON.stringify(join(root, path))
    expect(
      await seen(`[
        fs.readFileSync('one.ts', 'utf8'), fs.readdirSync('.'), fs.readdirSync(${at('.')}).sort(),
        attempt(() => fs.readFileSync(${at('.env')})), fs.readFileSync(${at('node_modules/some/lib/index.js')}, 'utf8'),
      ]`),
    ).toEqual(['as it was read', ['one.ts'], ['modules', 'node_modules'], 'ENOENT', 'some'])
  })

  it('sees no home, nothing of /etc, and no variables of whoever asked', async () => {
    const home = JSON.stringify(homedir())
    expect(
      await seen(`[
        attempt(() => fs.readdirSync(${home})), attempt(() => fs.readFileSync('/etc/passwd')), attempt(() => fs.readdirSync(process.env.HOME)),
        fs.readdirSync('/var'), Object.keys(process.env).sort(),
      ]`),
    ).toEqual([[], 'ENOENT', 'ENOENT', [], ['HOME', 'LANG', 'NO_COLOR', 'PATH', 'TZ']])
  })

  it('can write nowhere', async () => {
    const places = ['/tmp', '/dev/shm', '/var/tmp', '/', '.', '/usr', join(root, 'node_modules/some')]
    const answers = places.map((place) => `attempt(() => fs.writeFileSync(${JSON.stringify(`${place}/x`)}, ''))`)
    const errors = await seen(`[${answers.join()}]`)
    expect(errors).toEqual(places.map(() => expect.stringMatching(/EROFS|ENOENT|EACCES/)))
  })
})
