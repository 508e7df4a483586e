import { expect, it, test } from 'vitest'
import { fillTemplate, templateFields } from './success-template.ts'

it.each([
  ['Logged for {user_id} at {at}', ['user_id', 'at']],
  ['Braces {} { a } {1} {a-b} {{a}} stand for themselves, but for {b}', ['a', 'b']],
  ['Nothing', []],
])('%s names %o', (template, names) => {
  expect(templateFields(template)).toEqual(names)
})

test('each name is replaced by its value, which is not looked into', () => {
  expect(fillTemplate('{a} and {b} and {a}', (name) => `<{${name}} $& $1>`)).toBe(
    '<{a} $& $1> and <{b} $& $1> and <{a} $& $1>',
  )
})
