import { afterAll, describe, expect, it } from 'vitest'
import { removeProjects } from './cli-lab.ts'
import { find } from './machine.ts'
import { LONG } from './silence/cases.ts'
import { passes } from './silence/lab.ts'
import { LONG_FAILURES } from './silence/outside.ts'

const CAN = process.platform === 'linux' && find('strace') !== undefined && find('python3') !== undefined
const TIMEOUT_MS = 5 * 60_000

afterAll(removeProjects)

describe.skipIf(!CAN).concurrent('no promise passes whose channel is disturbed', () => {
  it.each(LONG)('$channel: $file $tool ($promise, without "$without", set-up "$setup")', { timeout: TIMEOUT_MS }, async (one) => {
    expect(await passes(one)).toBeUndefined()
  })

  it.each(LONG_FAILURES)('$title: $tool ($promise)', { timeout: TIMEOUT_MS }, async (one) => {
    expect(await passes(one)).toBeUndefined()
  })
})
