import { expect, test } from 'vitest'
import type { RepetitionStep } from './evidence.ts'
import { furtherEffect } from './further-effect.ts'

const step = (answer: string, digest: string, files: number = 1, bytes: number = 10): RepetitionStep => ({
  answer,
  digest,
  files,
  bytes,
})

test.each([
  [
    'nothing changes',
    [
      [step('a', 'x'), step('a', 'x')],
      [step('a', 'x'), step('a', 'x')],
    ],
    undefined,
  ],
  [
    'appending',
    [
      [step('a', 'x'), step('a', 'y', 1, 20)],
      [step('a', 'x'), step('a', 'y', 1, 20)],
    ],
    'files',
  ],
  [
    'same size, other contents',
    [
      [step('a', 'x'), step('a', 'y')],
      [step('a', 'x'), step('a', 'y')],
    ],
    'files',
  ],
  [
    'a clock overwritten',
    [
      [step('a', '1'), step('a', '2')],
      [step('a', '3'), step('a', '4')],
    ],
    undefined,
  ],
  [
    'a clock appended',
    [
      [step('a', '1'), step('a', '2', 1, 20)],
      [step('a', '3'), step('a', '4', 1, 20)],
    ],
    'files',
  ],
  [
    'files with random names',
    [
      [step('a', '1'), step('a', '2', 2, 21)],
      [step('a', '3', 1, 11), step('a', '4', 2, 23)],
    ],
    'files',
  ],
  [
    'random length overwritten',
    [
      [step('a', '1', 1, 9), step('a', '2', 1, 10)],
      [step('a', '3', 1, 12), step('a', '4', 1, 8)],
    ],
    undefined,
  ],
  [
    'a file fewer each time',
    [
      [step('a', '1', 3), step('a', '2', 2)],
      [step('a', '3', 3), step('a', '4', 2)],
    ],
    'files',
  ],
  [
    'a counter in the answer',
    [
      [step('1', 'x'), step('2', 'x')],
      [step('1', 'x'), step('2', 'x')],
    ],
    'answered',
  ],
  [
    'a clock in the answer',
    [
      [step('1', 'x'), step('2', 'x')],
      [step('3', 'x'), step('4', 'x')],
    ],
    undefined,
  ],
  ['one run only', [[step('1', 'x'), step('2', 'y')]], undefined],
  ['one call only', [[step('1', 'x')], [step('1', 'x')]], undefined],
  [
    'only on the third call',
    [
      [step('a', 'x'), step('a', 'x'), step('a', 'y')],
      [step('a', 'x'), step('a', 'x'), step('a', 'y')],
    ],
    'files',
  ],
  ['no runs', [], undefined],
])('%s', (_, runs, found) => {
  const effect = furtherEffect({ input: {}, runs })
  if (found === undefined) expect(effect).toBeUndefined()
  else expect(effect).toContain(found)
})
