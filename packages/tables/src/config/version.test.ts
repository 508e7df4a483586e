import { describe, expect, it, test } from 'vitest'
import { SEMVER, bumpBetween, bumped, compareVersions } from './version.ts'

test('versions are ordered as semver.org says', () => {
  const ascending = [
    '0.0.1',
    '0.9.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.9007199254740993',
    '1.0.9007199254740994',
    '1.10.0',
    '2.0.0',
  ]
  for (const [index, version] of ascending.entries()) {
    expect(ascending.map((other) => Math.sign(compareVersions(version, other)))).toEqual(
      ascending.map((_, other) => Math.sign(index - other)),
    )
  }
})

test('what is built from a version does not change its order', () => {
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
  expect(bumpBetween('1.0.0+a', '1.0.0+b')).toBe('none')
})

it.each(['1', '1.0', 'v1.0.0', '1.0.0-', '1.0.0-01', '1.0.0-a..b', '01.0.0', '1.0.0 ', '1.0.0+', ''])(
  '%o is no version',
  (text) => {
    expect(SEMVER.test(text)).toBe(false)
  },
)

describe('a bump', () => {
  it.each([
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['1.2.3+build', 'patch', '1.2.4'],
    ['2.0.0-rc.1', 'major', '2.0.0'],
    ['2.1.0-rc.1', 'minor', '2.1.0'],
    ['2.1.0-rc.1', 'major', '3.0.0'],
    ['2.1.1-rc.1', 'patch', '2.1.1'],
    ['2.1.1-rc.1', 'minor', '2.2.0'],
    ['1.2.3-rc.1', 'none', '1.2.3-rc.1'],
  ] as const)('of %s that is %s leads to %s', (version, bump, expected) => {
    expect(bumped(version, bump)).toBe(expected)
    expect(bumpBetween(version, expected)).toBe(bump)
  })

  it.each([
    ['1.2.3', '1.2.3-rc.1', undefined],
    ['1.2.3', '1.2.4-rc.1', 'patch'],
    ['1.2.3', '1.3.0', 'minor'],
    ['1.2.3', '3.1.4', 'major'],
    ['2.0.0-rc.1', '2.1.0', 'major'],
    ['2.1.0-rc.1', '2.1.0-rc.2', 'minor'],
  ])('between %s and %s is %s', (before, after, expected) => {
    expect(bumpBetween(before, after)).toBe(expected)
  })
})
