import { expect, it } from 'vitest'
import { fieldNames } from './names.ts'

it('a column named as what every object inherits gets a field of another name', () => {
  expect(fieldNames(['constructor', 'toString', 'n'])).toEqual(
    new Map([
      ['n', 'n'],
      ['constructor', 'field_constructor'],
      ['toString', 'field_toString'],
    ]),
  )
})
