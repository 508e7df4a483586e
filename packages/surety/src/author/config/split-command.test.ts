import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitCommand } from './split-command.ts'

describe('a command line', () => {
  it.each([
    ['node server.mjs', ['node', 'server.mjs']],
    ['  a\t b\n', ['a', 'b']],
    [`a "b c" 'd "e"' f\\ g`, ['a', 'b c', 'd "e"', 'f g']],
    [`a"b"'c'd`, ['abcd']],
    ['a ""', ['a', '']],
    [String.raw`"a\"b\\c\n"`, [String.raw`a"b\c\n`]],
    ['a $HOME `x` *', ['a', '$HOME', '`x`', '*']],
    ['', []],
    ['"open', undefined],
    ["'open", undefined],
    ['end\\', undefined],
  ])('%j is split as a shell would', (line, words) => {
    expect(splitCommand(line)).toEqual(words)
  })

  it('of quoted words gives the words', () => {
    const quoted = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitCommand(words.map(quoted).join(' '))).toEqual(words)
      }),
    )
  })
})
