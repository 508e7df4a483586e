import { expect, test } from 'vitest'
import { stateFolders } from './state-folder.ts'

test('whatever their number', () => {
  const paths = Array.from({ length: 100_000 }, (_, index) => ({ place: 'temp', path: `/tmp/f${index}` }))
  expect(stateFolders(paths)).toHaveLength(100_000)
})

test.each<[string, readonly string[], readonly string[]]>([
  ['home', ['/home/a/.cache', '/home/a/.cache/shop', '/home/a/.cache/shop/x/y'], ['/home/a/.cache/shop']],
  ['home', ['/home/a/.shop', '/home/a/.shop/logs/1'], ['/home/a/.shop']],
  ['home', ['/home/a/.local/share/shop/x', '/home/a/.shoprc'], ['/home/a/.local/share/shop', '/home/a/.shoprc']],
  ['temp', ['/tmp/shop/x/y', '/tmp/shop', '/dev/shm/shop/x'], ['/tmp/shop', '/dev/shm/shop']],
  ['elsewhere', ['/var/log/shop/today.log'], ['/var/log/shop']],
])('of %s: %j', (place, paths, folders) => {
  expect(stateFolders(paths.map((path) => ({ place, path })))).toEqual(folders)
})
