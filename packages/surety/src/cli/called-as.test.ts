import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asCalled, calledAs } from './called-as.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-called-'))
  for (const bin of ['bin', 'node_modules/.bin']) {
    mkdirSync(join(folder, bin), { recursive: true })
    writeFileSync(join(folder, bin, 'surety'), '')
    chmodSync(join(folder, bin, 'surety'), 0o755)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the command is called', () => {
  it.each([
    ['surety', 'a checkout', '/home/ada/surety/packages/surety/bin/surety.js', ['node_modules/.bin']],
    ['npx surety', 'a local installation', '/shop/node_modules/.bin/surety', ['node_modules/.bin', 'none']],
    ['npx surety', "a shim that starts the package's file", '/shop/node_modules/surety/bin/surety.js', []],
    ['surety', 'an installation for all', '/usr/lib/node_modules/surety/bin/surety.js', ['bin']],
  ])('%s from %s', (name, _, script, bins) => {
    const path = bins.map((bin) => join(folder, bin)).join(':')
    expect(calledAs(script, path)).toBe(name)
  })

  it('by that name in every sentence, and by its own in all others', () => {
    const text =
      'Run `surety init`, or surety test a --tool x.\nsurety <command> --help\nsurety: surety tests, @surety test, npx surety test'
    expect(asCalled(text, 'npx surety')).toBe(
      'Run `npx surety init`, or npx surety test a --tool x.\nnpx surety <command> --help\nsurety: surety tests, @surety test, npx surety test',
    )
    expect(asCalled(text, 'surety')).toBe(text)
  })
})
