import { afterAll, describe, expect, it } from 'vitest'
import { removeProjects } from './cli-lab.ts'
import { find } from './machine.ts'
import { DISTURBANCES } from './silence/cases.ts'
import { passes, titleOf } from './silence/lab.ts'
import { FAILURES } from './silence/outside.ts'

const CAN = process.platform === 'linux' && find('strace') !== undefined && find('python3') !== undefined
const TIMEOUT_MS = 5 * 60_000

afterAll(removeProjects)

describe.skipIf(!CAN).concurrent('a broken promise does not pass because a channel is silent', () => {
  it.each([...DISTURBANCES, ...FAILURES].map((one) => [titleOf(one), one] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (_, one) => {
      expect(await passes(one)).toBeUndefined()
    },
  )
})
