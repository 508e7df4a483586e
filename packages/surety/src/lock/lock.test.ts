import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { canonicalJson, sha256 } from '@surety/tool-contracts/tools'
import { differences } from './differences.ts'
import { type Launch, type Lock, acceptTool, lockOf, lockText } from './lock.ts'
import { parseLock } from './parse-lock.ts'
import { type Definition, pin } from './pin.ts'

const launch: Launch = { command: ['node', 'server.mjs'], cwd: '.', env: ['API_KEY'] }
const fetchUser: Definition = {
  name: 'fetch_user',
  description: 'Fetch a user.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
}
const other: Definition = { name: 'add', annotations: { readOnlyHint: true } }
const lock = lockOf([fetchUser, other], launch)

const isValid = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/lock.schema.json'), 'utf8')) as object,
)

/** What came out of JSON.parse, keys such as `__proto__` included. */
const json = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)))
const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '\u202e', '\u{e0041}', 'ü'),
)
const definitions: fc.Arbitrary<Definition[]> = fc.uniqueArray(
  fc.record(
    { name: word, title: word, description: word, inputSchema: json, annotations: fc.dictionary(word, json) },
    { requiredKeys: ['name'] },
  ),
  { selector: ({ name }) => name, maxLength: 4 },
)

describe('lockOf', () => {
  it('hashes the canonical JSON of the definition and of each field that is there', () => {
    const [, tool] = lock.tools
    expect(tool).toEqual({
      name: 'fetch_user',
      sha256: sha256(canonicalJson(fetchUser)),
      fields: {
        name: sha256('"fetch_user"'),
        description: sha256('"Fetch a user."'),
        inputSchema: sha256(canonicalJson(fetchUser.inputSchema)),
      },
      definition: fetchUser,
    })
  })

  it('gives one text, whatever the order of tools and keys', () => {
    const turned = { inputSchema: fetchUser.inputSchema, description: 'Fetch a user.', name: 'fetch_user' }
    expect(lockText(lockOf([other, turned], launch))).toBe(lockText(lock))
    expect(lockText(lock)).toMatch(/^\{\n {2}"launch": .*\n\}\n$/s)
  })

  it('writes no character that a reviewer would not see', () => {
    const text = lockText(
      lockOf([{ name: 'a', description: 'x\u202ey\u200bz\u{e0041}\u{e0100}\u001b[2J\u2028' }], launch),
    )
    expect(text).toContain(String.raw`x\u202ey\u200bz\udb40\udc41\udb40\udd00\u001b[2J\u2028`)
  })

  it('leaves out what it pins nothing of', () => {
    const listed = { ...fetchUser, _meta: { a: 1 }, raw: { secret: 1 } }
    expect(lockText(lockOf([listed, other], launch))).toBe(lockText(lock))
  })
})

describe('a definition that JSON cannot carry reliably', () => {
  test.each<[string, Definition, string]>([
    ['a lone surrogate', { name: 'a', description: 'x\ud800' }, 'description'],
    ['a lone surrogate in a key', { name: 'a', inputSchema: { '\udc00': 1 } }, 'inputSchema'],
    ['a lone surrogate in the name', { name: '\ud800' }, 'name'],
    ['an infinite number', { name: 'a', inputSchema: JSON.parse('{"maximum":1e999}') }, 'inputSchema'],
    ['endless nesting', { name: 'a', outputSchema: nested(100_000) }, 'outputSchema'],
  ])('%s is not pinned, and differs from every lock', (_, tool, field) => {
    expect(pin(tool)).toMatchObject({ ok: false, reason: expect.stringContaining(`Its ${field} `) })
    expect(lockOf([tool], launch).tools).toEqual([])
    expect(differences(lockOf([tool], launch), [tool], launch)).toMatchObject([{ tool: tool.name, kind: 'added' }])
    const before = lockOf([{ name: tool.name.toWellFormed(), description: 'x' }], launch)
    const found = differences(before, [tool], launch)
    expect(found.flatMap(({ fields }) => fields.map((change) => change.field))).toContain(field)
    expect(() => JSON.stringify(found)).not.toThrow()
  })
})

describe('acceptTool', () => {
  const changed = { ...fetchUser, description: 'Other.' }
  const added = { name: 'added' }
  const listed = [changed, added]

  test.each([
    ['renews', 'fetch_user', ['add', 'fetch_user'], ['add', 'added']],
    ['adds', 'added', ['add', 'added', 'fetch_user'], ['add', 'fetch_user']],
    ['removes', 'add', ['fetch_user'], ['added', 'fetch_user']],
  ])('%s the one tool and leaves all others', (_, name, pinned, stillDifferent) => {
    const next = acceptTool(lock, listed, name)
    expect(next.tools.map((tool) => tool.name)).toEqual(pinned)
    expect(new Set(differences(next, listed, launch).map(({ tool }) => tool))).toEqual(new Set(stillDifferent))
  })
})

describe('parseLock', () => {
  const reasonOf = (text: string): string | undefined => {
    const read = parseLock(text)
    return read.ok ? undefined : read.reason
  }
  const withLock = (change: (lock: { tools: Lock['tools'][number][] } & Lock) => unknown): string =>
    `${JSON.stringify(change(JSON.parse(lockText(lock))), undefined, 2)}\n`
  const withTool = (given: object): string =>
    withLock(({ tools: [first, ...rest], ...others }) => ({ ...others, tools: [{ ...first, ...given }, ...rest] }))

  it('reads back what is written, whatever the tools are', () => {
    fc.assert(
      fc.property(definitions, (tools) => {
        const written = lockOf(tools, launch)
        const text = lockText(written)
        expect(parseLock(text)).toEqual({ ok: true, lock: written })
        expect(parseLock(text.replaceAll('\n', '\r\n')).ok).toBe(true)
        expect(isValid(JSON.parse(text)), JSON.stringify(isValid.errors)).toBe(true)
        const pinned = tools.filter((tool) => pin(tool).ok)
        expect(differences(written, pinned, launch)).toEqual([])
      }),
    )
  })

  it('never throws, and takes only what it would write', () => {
    const text = lockText(lock)
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), fc.oneof(fc.string(), fc.json()), (at, length, inserted) => {
        const broken = text.slice(0, at) + inserted + text.slice(at + length)
        const read = parseLock(broken)
        if (broken === text) expect(read.ok).toBe(true)
        if (!read.ok) return
        expect(read.lock.tools).toEqual(lock.tools)
        expect(lockText(read.lock)).toBe(broken)
      }),
    )
  })

  test.each([
    ['no JSON', '{', 'It is no JSON object.'],
    ['a list', '[]', 'It is no JSON object.'],
    ['another version', '{"version": 2}', 'version is 2; this Surety reads version 1.'],
    [
      'a version nested without end',
      `{"version": ${'['.repeat(9999)}${']'.repeat(9999)}}`,
      'version is nested too deep',
    ],
    ['no launch', '{"version": 1}', 'launch must be'],
    ['no tools', '{"version": 1, "launch": {"url": "x"}}', 'tools is missing; it must be a list.'],
    ['no definition', withTool({ definition: undefined }), 'tools[0] has no definition of a tool.'],
    [
      'an unknown field in a definition',
      withTool({ definition: { name: 'add', icons: [] } }),
      'tools[0] has no definition',
    ],
    [
      'nested without end',
      withTool({ definition: { name: 'add', inputSchema: nested(300) } }),
      'tools[0] cannot have been',
    ],
    ['another text', withTool({ definition: { name: 'add', description: 'x' } }), 'The text of "add" and its hashes'],
    ['another hash', withTool({ sha256: '0'.repeat(64) }), 'The text of "add" and its hashes'],
    ['another hash of a field', withTool({ fields: {} }), 'The text of "add" and its hashes'],
    ['another name', withTool({ name: 'b' }), 'The text of "add" and its hashes'],
    ['an unknown key', withTool({ note: 1 }), 'It is not as `surety lock` writes it'],
    ['a tool twice', withLock(({ tools, ...rest }) => ({ ...rest, tools: [tools[0], ...tools] })), 'It is not as'],
    ['another order', withLock(({ tools, ...rest }) => ({ ...rest, tools: tools.toReversed() })), 'It is not as'],
    ['a key twice', lockText(lock).replace('"name": "add"', '"name": "sub",\n    "name": "add"'), 'It is not as'],
  ])('refuses %s and says so', (_, text, reason) => {
    expect(reasonOf(text)).toContain(reason)
  })
})

function nested(levels: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < levels; level++) value = { not: value }
  return value
}
