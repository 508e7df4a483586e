import { describe, expect, it } from 'vitest'
import { contractPlaces } from './draft-files.ts'

const NONE = { contracts: [], problems: [] }

describe('the file of a contract', () => {
  it.each([
    ['fetch_user', 'fetch_user'],
    ['get-sum.v2', 'get-sum.v2'],
    ['files/read', 'files_read'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['.hidden', '_hidden'],
    ['a:b|c<d>"e"?*\\', 'a_b_c_d__e____'],
    ['お天気', 'お天気'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['surety', '_surety'],
    ['🌦', '_'],
    ['-rf', '_rf'],
  ])('for the tool %j is %s.yaml', (tool, name) => {
    expect(contractPlaces([tool], NONE, 'tools')).toEqual([{ tool, file: `tools/${name}.yaml`, exists: false }])
  })

  it('is not the file of another tool, also where case and accents make no difference', () => {
    const tools = ['echo', 'Echo', 'e/cho', 'e_cho', 'caf\u00e9', 'cafe\u0301', 'echo']
    const files = contractPlaces(tools, NONE, 'tools').map(({ file }) => file)
    expect(files).toEqual([
      'tools/echo.yaml',
      'tools/Echo-2.yaml',
      'tools/e_cho.yaml',
      'tools/e_cho-2.yaml',
      'tools/caf\u00e9.yaml',
      'tools/cafe_.yaml',
    ])
  })

  it('fits every file system', () => {
    const [place] = contractPlaces(['𠮷'.repeat(128)], NONE, '')
    expect(Buffer.byteLength(place?.file ?? '')).toBeLessThan(255)
    expect(place?.file.isWellFormed()).toBe(true)
  })

  it('is where the contract is already, readable or not', () => {
    const contracts = [{ tool: 'a', file: 'tools/deep/other.yaml' }] as never
    const at = { line: 1, column: 1, message: '' }
    const problems = [
      { tool: 'b', file: 'tools/bad.yaml', ...at },
      { file: 'tools/c.yaml', ...at },
    ]
    expect(contractPlaces(['a', 'b', 'c', 'd', 'bad'], { contracts, problems }, 'tools')).toEqual([
      { tool: 'a', file: 'tools/deep/other.yaml', exists: true },
      { tool: 'b', file: 'tools/bad.yaml', exists: true },
      { tool: 'c', file: 'tools/c.yaml', exists: true },
      { tool: 'd', file: 'tools/d.yaml', exists: false },
      { tool: 'bad', file: 'tools/bad-2.yaml', exists: false },
    ])
  })
})
