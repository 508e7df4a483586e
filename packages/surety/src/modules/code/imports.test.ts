import { describe, expect, it } from 'vitest'
import { importsIn } from './imports.ts'

const names = (text: string): readonly string[] => importsIn(text).map(({ specifier }) => specifier)

describe('the imports of a file', () => {
  it.each([
    [`import a from './a.ts'`, ['./a.ts']],
    [`import a, { b as c } from "./a.ts"; import './b.ts'`, ['./a.ts', './b.ts']],
    [`import {\n  a, // from './no.ts'\n  b,\n} from\n  './a.ts'`, ['./a.ts']],
    [`import * as a from 'a'\nexport * from './b'\nexport { c } from "./c"`, ['a', './b', './c']],
    [`import c from '../../../private/credentials.json' with { type: 'json' }`, ['../../../private/credentials.json']],
    ['const a = await import(`./a.ts`), b = require("b")', ['./a.ts', 'b']],
    [`const a = await import(/* why */ './a.ts')`, ['./a.ts']],
    [`import('\\x2e\\u002e/a.ts')`, ['../a.ts']],
    [`import type { A } from '../types.ts'\nexport type { B } from '../types.ts'`, []],
    [`// import a from './a.ts'\n/* import b from './b.ts' */`, []],
    [`const text = "import a from './a.ts'"`, []],
    [`export const from = 1; const other = 'x'`, []],
    [`a.import('./a.ts'); b.require('./b.ts')`, []],
    [`export const one = { description: 'taken from', name: 'x' }`, []],
  ])('are found in %j', (text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  it('have places', () => {
    expect(importsIn(`\n  import a from './a.ts'\n`)).toEqual([{ specifier: './a.ts', line: 2, column: 17 }])
  })
})
