import { describe, expect, it } from 'vitest'
import { explainCode } from './explain-code.ts'

const refusing = (toolName: string, description: string) => ({
  toolName,
  errorCodes: [{ code: 'PATH_REFUSED', description }],
})

describe('a code', () => {
  it('that a diagnostic has and tools declare is explained with every meaning and whose it is', () => {
    const explained = explainCode('PATH_REFUSED', [
      refusing('read', 'The path may not be read.'),
      refusing('write', 'It leads out.'),
      refusing('move', 'It leads out.'),
    ])
    expect(explained?.meaning.split('\n')).toEqual([
      expect.stringMatching(/^modules\.validate: A path leads out of the module/),
      'read: The path may not be read.',
      'write, move: It leads out.',
    ])
    expect(explained?.fix).toContain('modules.validate tells where it is')
    expect(explained?.fix).toContain('the contract of the tool that answered it')
  })

  it('that means two things in one contract is explained with both', () => {
    const conditions = ['no NUL', 'one JSON value'].map((description) => ({ errorCode: 'INVALID_ENTRY', description }))
    expect(explainCode('INVALID_ENTRY', [{ toolName: 'write', preconditions: conditions }])).toMatchObject({
      kind: 'declared',
      title: 'Declared by write',
      meaning: 'write: no NUL\nwrite: one JSON value',
    })
  })
})
