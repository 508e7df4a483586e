import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const EXAMPLES = resolve(import.meta.dirname, '../examples')

it('examples/first-call shows three refusals, a passed call and their trace', () => {
  const output = execFileSync(process.execPath, ['first-call/first-call.js'], { cwd: EXAMPLES, encoding: 'utf8' })
  expect(output.match(/refused {2}\w+|passed/g)).toEqual([
    'refused  PERMISSION_DENIED',
    'refused  INVALID_INPUT',
    'refused  NO_LINES',
    'passed',
  ])
  expect(output).toContain('4 steps')
})

it('npm start shows what surety test finds in examples/bookshop, and exits 0', () => {
  const output = execFileSync(process.execPath, ['bookshop/demo.js'], {
    cwd: EXAMPLES,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(output).toContain('E012 Side Effect Detected')
  expect(output).toContain('asked.log')
})
