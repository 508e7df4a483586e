import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { contractFields, contractIn } from '../contract-in.ts'
import { openData } from '../yaml/open-yaml.ts'
import type { ContractFile } from '../contract-file.ts'
import { CodeConversation, type CodeProcess } from './code-conversation.ts'
import { codeInputIssues, codePredicates } from './code-predicates.ts'
import { type Question, READY } from './code-protocol.ts'

const FILE = '/tools/pay.ts'

/** A conversation with code that answers so; undefined: never. */
function conversation(answer: (question: Question) => unknown): CodeConversation {
  const start = (): CodeProcess => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    stdin.on('data', (chunk: Buffer) => {
      const question: Question = JSON.parse(String(chunk))
      const said = answer(question)
      if (said !== undefined) stdout.write(`${JSON.stringify({ id: question.id, answer: said })}\n`)
    })
    stdout.write(`${JSON.stringify({ id: READY, answer: null })}\n`)
    return { stdin, stdout, exited: new Promise(() => undefined), end: () => undefined }
  }
  return new CodeConversation(start, 200)
}

/** The contract as its process lists it, whose code answers so. */
function contractOf(more: object, answer: (question: Question) => unknown): ContractFile {
  const data = { version: 1, tool: 'pay', contract: {}, ...more }
  const opened = openData(data, { path: FILE, file: 'tools/pay.ts' }, { line: 1, column: 1 })
  const read = contractIn(opened, contractFields(codePredicates(conversation(answer), FILE, 2)))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.contract
}

describe('a condition in code', () => {
  const more = {
    preconditions: [
      { description: 'paid before', error_code: 'UNPAID' },
      { description: 'open', error_code: 'CLOSED', check: 'isOpen' },
    ],
  }

  it('is asked for by its place, and holds on `true` alone', async () => {
    const asked: Question[] = []
    const { preconditions } = contractOf(more, (question) => {
      asked.push(question)
      return 'index' in question && question.index === 0 ? true : 'yes'
    })
    expect(preconditions.map(({ check, errorCode }) => [check, errorCode])).toEqual([
      ['paid before', 'UNPAID'],
      ['isOpen', 'CLOSED'],
    ])
    const held: boolean[] = []
    for (const { holds } of preconditions) held.push(await holds({ sum: 1 }, undefined))
    expect(held).toEqual([true, false])
    expect(asked).toMatchObject([
      { file: FILE, ask: 'preconditions', contract: 2, index: 0, input: { sum: 1 } },
      { file: FILE, ask: 'preconditions', contract: 2, index: 1, input: { sum: 1 } },
    ])
  })

  it('does not hold where its code never answers', async () => {
    const { postconditions } = contractOf({ postconditions: more.preconditions }, () => undefined)
    expect(await postconditions[0]?.holds({}, {})).toBe(false)
  })
})

describe('an approval in code', () => {
  const needs = async (answer: unknown): Promise<unknown> => {
    const { approval } = contractOf({ approval: { code: 'isLarge' } }, () => answer)
    return typeof approval === 'string' ? approval : approval.when({})
  }

  it('is needed unless its code says `false`', async () => {
    expect(await Promise.all([true, false, 'no', undefined].map(needs))).toEqual([true, false, true, true])
  })

  it('may be a word instead', () => {
    expect(contractOf({ approval: 'always' }, () => null).approval).toBe('always')
  })
})

describe('what code says of an input', () => {
  const issues = (answer: unknown): Promise<unknown> =>
    codeInputIssues(
      conversation(() => answer),
      FILE,
      2,
    )({})

  it('is a list of issues, whatever it is made of', async () => {
    expect(await issues([{ path: ['sum', 0, true], expected: 'positive' }, 'nonsense', { path: 'sum' }])).toEqual([
      { path: ['sum', 0], expected: 'positive' },
      { path: [], expected: 'as the contract says' },
      { path: [], expected: 'as the contract says' },
    ])
    expect(await issues([])).toEqual([])
  })

  it('is not known where it answers anything else, or not at all', async () => {
    expect([await issues('fine'), await issues(undefined)]).toEqual([undefined, undefined])
  })
})
