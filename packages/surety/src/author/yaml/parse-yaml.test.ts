import { describe, expect, it } from 'vitest'
import { parseYaml } from './parse-yaml.ts'

function bomb(levels: number): string {
  const names = Array.from({ length: levels }, (_, index) => `n${index}`)
  return names
    .map((name, index) => `${name}: &${name} [${`*${names[index - 1]},`.repeat(index === 0 ? 0 : 9)}x]`)
    .join('\n')
}

describe('YAML', () => {
  it('is plain data, in the sense of YAML 1.2 whatever the file claims', () => {
    const { value, faults } = parseYaml('%YAML 1.1\n---\na: yes\nb: 2020-01-01\nc: 0x10\nd: {<<: {x: 1}}\n__proto__: 1')
    expect(faults).toEqual([])
    expect(value).toEqual(JSON.parse('{"a":"yes","b":"2020-01-01","c":16,"d":{"<<":{"x":1}},"__proto__":1}'))
  })

  it('may repeat itself by aliases, within reason', () => {
    expect(parseYaml('a: &x [1]\nb: *x').value).toEqual({ a: [1], b: [1] })
  })

  it.each([
    ['nothing', '', 1, 1, 'empty'],
    ['a comment alone', '# x\n', 1, 1, 'empty'],
    ['a key twice', 'a: 1\nb:\n  c: 1\n  c: 2', 4, 3, "'c' is there twice"],
    ['several documents', 'a: 1\n---\nb: 1', 2, 1, 'several documents'],
    ['a mapping as a key', 'a: 1\n? [x]\n: 1', 1, 1, 'A key must be text'],
    ['an unknown tag', 'a: !thing x', 1, 4, 'Unresolved tag'],
    ['binary data', 'a: !!binary aGk=', 1, 4, 'Unresolved tag'],
    ['an alias of nothing', 'a: *x', 1, 4, 'Unresolved alias'],
    ['a value that contains itself', 'a: &x [*x]', 1, 8, 'levels deep'],
    ['aliases that multiply', bomb(9), 2, 10, 'alias count'],
    ['an infinite number', 'a: .inf', 1, 4, 'cannot be carried'],
    ['a number JSON would round', 'a: 12345678901234567890', 1, 4, 'cannot be carried'],
    ['a number JSON would round, in other digits', 'a: 0xFFFFFFFFFFFFFFFF', 1, 4, 'cannot be carried'],
    ['a key that is read as another', 'a: 1\n007: 2', 2, 1, "would be read as '7'"],
    ['a key that is read as a word', 'True: 1', 1, 1, "would be read as 'true'"],
    ['an empty key', '? \n: 1', 1, 1, 'A key must be text'],
    ['an open bracket', 'a: [1', 1, 6, ''],
    ['a tab as indentation', 'a:\n\tb: 1', 2, 1, ''],
    ['deep brackets', `a: ${'['.repeat(100_000)}`, 1, 68, 'levels deep'],
    ['deep dashes', '- '.repeat(50_000), 1, 131, 'levels deep'],
    ['deep questions', '? '.repeat(50_000), 1, 131, 'levels deep'],
  ])('with %s is refused at the place', (_, text, line, column, message) => {
    const { faults } = parseYaml(text)
    expect(faults[0]).toMatchObject({ line, column, message: expect.stringContaining(message) })
  })

  it('with very many keys is read in good time', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')
    expect(parseYaml(text).faults).toEqual([])
  })
})
