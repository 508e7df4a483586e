import { expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

it.each<[string, string, Readonly<Record<string, string>>, string, string]>([
  ['postgres://me:p%40ssword@db/x', '', {}, 'no p%40ssword, no p@ssword', 'no …, no …'],
  ['postgres://me@db/x?password=hidden%21&sslpassword=other', '', {}, 'hidden%21 hidden! other', '… … …'],
  ['postgres://me:verysecret@db/x', 'postgres://me:${PW}@db/x', { PW: 'verysecret' }, 'not verysecret', 'not ${PW}'],
  ['postgres://me:100%@db/x', '', {}, 'at 100% of db', 'at … of db'],
  [
    'postgres://me:abc@db/x',
    '',
    {},
    'abc is too short to be found by more than chance',
    'abc is too short to be found by more than chance',
  ],
  ['sqlite:/data/x.db', '', {}, 'x.db is busy', 'x.db is busy'],
])('of %s nothing secret is left in a text', (url, written, variables, text, left) => {
  expect(withoutSecrets(text, { url, written: written === '' ? url : written }, variables)).toBe(left)
})
