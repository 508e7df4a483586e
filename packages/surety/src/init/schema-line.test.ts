import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { schemaLine } from './schema-line.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'surety-schema-')))
  mkdirSync(join(top, 'packages/shop/tools'), { recursive: true })
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

describe('the line by which editors find the schema', () => {
  it('leads to where the package is installed, be it above', () => {
    mkdirSync(join(top, 'node_modules/surety/schemas'), { recursive: true })
    writeFileSync(join(top, 'packages/shop/package.json'), '{}')
    expect([line('surety.yaml', 'config'), line('tools/a.yaml', 'contract')]).toEqual([
      '# yaml-language-server: $schema=../../node_modules/surety/schemas/config.schema.json\n',
      '# yaml-language-server: $schema=../../../node_modules/surety/schemas/contract.schema.json\n',
    ])
  })

  it('leads to where it would be installed, while it is not', () => {
    const inFolder = '# yaml-language-server: $schema=./node_modules/surety/schemas/config.schema.json\n'
    expect(line('surety.yaml', 'config')).toBe(inFolder)
    writeFileSync(join(top, 'package.json'), '{}')
    expect(line('surety.yaml', 'config')).toBe(inFolder.replace('./', '../../'))
    writeFileSync(join(top, 'packages/shop/package.json'), '{}')
    expect(line('surety.yaml', 'config')).toBe(inFolder)
  })
})

function line(file: string, kind: 'config' | 'contract'): string {
  return schemaLine(join(top, 'packages/shop'), file, kind)
}
