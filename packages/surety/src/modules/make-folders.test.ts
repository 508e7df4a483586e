import { expect, it } from 'vitest'
import { notWritten } from './make-folders.ts'

it.each([
  ['ENOSPC', 'UPSTREAM_FAILED'],
  ['EACCES', 'UPSTREAM_FAILED'],
  ['EROFS', 'UPSTREAM_FAILED'],
  ['EISDIR', 'PATH_REFUSED'],
  ['ENOTDIR', 'PATH_REFUSED'],
])('what fails with %s is %s', (errno, code) => {
  expect(notWritten('a.json cannot be written', errno)).toMatchObject({ code, message: expect.stringContaining(errno) })
})
