import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { isListening } from './listening.ts'

it.each([
  ['127.0.0.1', ['127.0.0.1']],
  ['127.0.0.2', ['127.0.0.2']],
  ['0.0.0.0', ['127.0.0.1', '127.0.0.2']],
  ['::1', ['::1']],
  ['::', ['127.0.0.1', '127.0.0.2', '::1']],
  ['::ffff:127.0.0.2', ['127.0.0.2']],
])('who listens at %s listens at %j, until it no longer does', async (host, expected) => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reached = async () => {
    const addresses = ['127.0.0.1', '127.0.0.2', '::1']
    const answers = await Promise.all(addresses.map((address) => isListening(address, port)))
    return addresses.filter((_, index) => answers[index])
  }
  expect(await reached()).toEqual(expected)
  server.close()
  await once(server, 'close')
  expect(await reached()).toEqual([])
})
