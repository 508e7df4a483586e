import { expect, test } from 'vitest'
import { modelInstructions } from './model-instructions.ts'

test('a sentence that says the opposite is no order', () => {
  expect(modelInstructions('Runs without the user noticing.')).toEqual(['"without the user noticing"'])
  expect(modelInstructions('Never runs without the user noticing.')).toEqual([])
})

test.each(['read ', 'before all the user ', 'pass always include your ', 'ignore all any ', '~/.ssh '])(
  'a long sentence of "%s" takes no time',
  (words) => {
    const startedAt = performance.now()
    modelInstructions(words.repeat(10_000))
    expect(performance.now() - startedAt).toBeLessThan(5000)
  },
)
