import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../../author/config/load-config.ts'
import { maskFor } from './mask.ts'

const SECRET = 'correct horse battery staple'

beforeEach(() => void vi.stubEnv('PASSED_ON', SECRET))
afterEach(() => void vi.unstubAllEnvs())

it.each([
  ['as it is', `key: ${SECRET}.`, 'key: ${PASSED_ON}.'],
  ['in JSON', { [SECRET]: [SECRET] }, { '${PASSED_ON}': ['${PASSED_ON}'] }],
  ['where a text was cut', `key: ${SECRET.slice(0, 12)}… and more`, 'key: ${PASSED_ON}… and more'],
  ['not where only a few letters are its own', `key: ${SECRET.slice(0, 4)}…`, 'key: corr…'],
])('the value of a variable that was passed on is masked %s', (_, said, masked) => {
  const { config } = loadConfig('/nowhere')
  expect(maskFor({ config, passed: { PASSED_ON: SECRET } })(said)).toEqual(masked)
})
