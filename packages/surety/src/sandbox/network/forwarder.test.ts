import { createServer as createTcpServer } from 'node:net'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, expect, it } from 'vitest'
import { cellOptions, folderWith, inShort, runInCell } from '../../../test/run-in-cell.ts'

it('works', async () => {
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const t = performance.now()
  const ran = await runInCell(
    cellOptions(
      folderWith({}),
      [
        process.execPath,
        '-e',
        `
    fetch('http://api.test:${port}/').then(r => r.text()).then(console.log, e => console.log(e.cause ?? e))
      .then(() => fetch('http://other.test:${port}/')).then(r => r.text()).then(console.log, e => console.log(e.cause.code))
  `,
      ],
      { network: [`api.test:${port}`], resolve: async () => ['127.0.0.1'] },
    ),
  )
  console.log(performance.now() - t, ran.stdout, ran.stderr, inShort(ran.sightings))
  server.close()
})
