/** Run as a process of its own: applies a plan, and ends itself without a word before the n-th change it makes to a file. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { applyInstall } from '../../src/modules/install/apply-install.ts'
import { openCatalogue } from '../../src/modules/catalogue.ts'
import { startCode } from '../../src/modules/modules.test-data.ts'

const [root = '', planId = '', last = '0'] = process.argv.slice(2)
const CHANGES = ['mkdirSync', 'writeFileSync', 'renameSync', 'rmSync', 'fsyncSync'] as const
let left = Number(last)

for (const name of CHANGES) {
  const original: unknown = Reflect.get(fs, name)
  if (typeof original !== 'function') throw new Error(`There is no ${name}.`)
  const counted = (...parameters: unknown[]): unknown => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(original, fs, parameters)
  }
  Reflect.set(fs, name, counted)
}
syncBuiltinESMExports()

const catalogue = openCatalogue(root, { startCode })
const answer = await applyInstall(root, planId, () => catalogue.read())
await catalogue.close()
process.stdout.write(JSON.stringify(answer))
