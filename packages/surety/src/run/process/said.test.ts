import { expect, it } from 'vitest'
import { quoteOutput } from './said.ts'

const banner = Array.from({ length: 60 }, (_, line) => `banner line ${line} of the server`).join('\n')
const frames = Array.from({ length: 30 }, (_, line) => `    at frame${line} (node:internal/modules:1:1)`).join('\n')

it('the line that tells the cause is quoted, however much stands before and after it', () => {
  const cause = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad'\nimported from /srv/server.mjs"
  const [quoted = ''] = quoteOutput('stderr', `${banner}\n${cause}\n${frames}`)
  expect(quoted).toContain(`… then says: ${cause}\n    at frame0`)
  expect(quoted).toMatch(/^Its stderr begins: banner line 0 /)
  expect(quoted).not.toContain('banner line 20')
  expect(quoted).toMatch(/and ends: {5}at frame/)
  expect(quoted.length).toBeLessThan(1700)
})

it('it is quoted too where the banner leaves no room for all of it', () => {
  const cause = `Error: Cannot find package ${'x'.repeat(120)}`
  const [quoted = ''] = quoteOutput('stderr', `${'b'.repeat(900)}\n${cause}\n${frames}`)
  expect(quoted).toContain(cause)
})

it.each([
  ['at the beginning', `Error: no\n${frames}\n${banner}`],
  ['at the end', `${banner}\n${banner}\npanic: no`],
  ['nowhere', `${banner}\n${banner}`],
])('what has its cause %s is quoted by its first and last lines', (_, text) => {
  const [quoted = ''] = quoteOutput('stderr', text)
  expect(quoted).not.toContain('then says')
  expect(quoted).toContain(' … and ends: ')
})

it('what is short is quoted whole, and silence not at all', () => {
  expect(quoteOutput('stderr', ' no key\n')).toEqual(['Its stderr says: no key'])
  expect(quoteOutput('stderr', ' \n')).toEqual([])
})
