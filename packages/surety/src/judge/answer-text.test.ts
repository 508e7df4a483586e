import { expect, test } from 'vitest'
import type { Answer } from './call-evidence.ts'
import { answerText, failureText, shownResult } from './answer-text.ts'
import { exampleAnswer, exampleCall, exampleText } from './example-evidence.ts'
import { firstError } from './first-error.ts'

const died: Answer = { kind: 'died', exitCode: 1, signal: null, stderr: 'loading\nno database\n' }
const error: Answer = { kind: 'error', code: -32603, message: 'The  database\nis away.', errorCode: undefined }

test.each<[Answer, string]>([
  [error, 'The  database\nis away.'],
  [{ kind: 'malformed', reason: 'content is no list' }, 'content is no list'],
  [{ kind: 'timeout', limitMs: 500 }, 'no answer in 500 ms'],
  [died, 'the server ended, and said last: loading\nno database'],
  [{ ...died, stderr: ' \n' }, 'the server ended, and said nothing'],
  [{ kind: 'memory', bytes: 9, limitBytes: 8 }, 'the server needed more than 8 bytes of memory'],
  [{ kind: 'oversize', bytes: 8 }, 'the answer had more than 8 bytes'],
  [exampleText('found'), 'found'],
])('%j is told as %j', (answer, text) => {
  expect(answerText(answer)).toBe(text)
})

test('a failure is told in one line, with the code of the protocol', () => {
  expect(failureText(error)).toBe('The database is away. (-32603)')
})

test('a result is shown by its structure, else by its text; what is none is not shown', () => {
  expect(shownResult(exampleAnswer({ order: 'asc' }))).toEqual({ order: 'asc' })
  expect(shownResult(exampleText('found'))).toBe('found')
  expect(shownResult(died)).toBeUndefined()
})

test('the first error is that of a tool of which no call gave a result, of a rightful input if there is one', () => {
  const refused = exampleCall({ test: undefined, purpose: 'generated', answer: exampleText('away', { isError: true }) })
  const invalid = exampleCall({ id: 2, purpose: 'invalid', answer: exampleText('wrong', { isError: true }) })
  expect(firstError({ calls: [invalid, refused] })).toBe('away')
  expect(firstError({ calls: [invalid] })).toBe('wrong')
  expect(firstError({ calls: [{ ...refused, acceptedVariants: [{ id: 1 }] }] })).toBeUndefined()
  expect(firstError({ calls: [] })).toBeUndefined()
  expect(firstError({ calls: [refused, exampleCall()] })).toBeUndefined()
})
