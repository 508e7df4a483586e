import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inOtherProcess } from '../../../test/other-process.ts'
import { type Ran, cellOptions, folderWith, inShort } from '../../../test/run-in-cell.ts'
import type { Network } from '../cell.ts'
import { probeLayers } from '../probe-layers.ts'
import { program } from '../system/programs.ts'

const NOBODY = 65_534
const able = await probeLayers()
const python = program('python3')

/** A small internet, in a network of its own: who listens where, and what the names there are. */
const PREPARE = [
  'ip link set lo up',
  'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start',
  ...['198.51.100.7', '198.51.100.8', '198.51.100.9'].map((address) => `ip addr add ${address}/32 dev lo`),
  ...['2001:db8::7', '2001:db8::9'].map((address) => `ip addr add ${address}/128 dev lo nodad`),
].join(' && ')
const NAMES = {
  'api.test': ['198.51.100.7', '2001:db8::7'],
  'six.test': ['2001:db8::7'],
  'half.test': ['2001:db8::ffff', '198.51.100.7'],
  'other.test': ['198.51.100.8'],
  'a.wild.test': ['198.51.100.8'],
  'gone.test': ['198.51.100.7'],
}
const WORLD = `
  const { createServer } = await import('node:http')
  const net = await import('node:net')
  const listen = (server, port, host) => new Promise((resolve) => server.listen(port, host, resolve).unref())
  const says = (text) => createServer((_, response) => response.end(text))
  await listen(says('seven'), 80, '198.51.100.7')
  await listen(says('seven, another port'), 81, '198.51.100.7')
  await listen(says('eight'), 80, '198.51.100.8')
  await listen(says('nine'), 80, '198.51.100.9')
  await listen(says('seven, v6'), 80, '2001:db8::7')
  await listen(says('nine, v6'), 80, '2001:db8::9')
  await listen(says('local'), 5432, '127.0.0.1')
  await listen(says('local, another port'), 5433, '127.0.0.1')
  await listen(says('local, v6'), 5432, '::1')
  const NAMES = ${JSON.stringify(NAMES)}
  const resolve = async (name) => {
    if (name in NAMES) return NAMES[name]
    throw Object.assign(new Error(name), { code: name === 'slow.test' ? 'EAI_AGAIN' : 'ENOTFOUND' })
  }`

/** Runs a command in a cell of that world. */
async function run(uid: number, network: Network, command: readonly string[], more = ''): Promise<Ran> {
  const options = cellOptions(publicFolder({}), command, { network })
  return inOtherProcess(`${WORLD}\n${more}\nreturn runInCell({ ...${JSON.stringify(options)}, resolve })`, {
    uid,
    env: { HOME: publicFolder({}) },
    prepare: PREPARE,
    ownNetwork: true,
  })
}

function publicFolder(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files)
  chmodSync(folder, 0o777)
  return folder
}

/** Asks each of `host port` for a page, and prints what came of it. */
const IN_NODE = `
  const http = require('node:http')
  const get = (target) => new Promise((resolve) => {
    const [host, port] = target.split(' ')
    http.get({ host, port, headers: { host: 'x' }, agent: false }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(text)
    }).on('error', (error) => resolve(error.code))
  })
  ;(async () => { for (const target of process.argv.slice(1)) console.log(target + ': ' + await get(target)) })()`
const IN_PYTHON = `
import errno, http.client, socket, sys
for target in sys.argv[1:]:
    host, port = target.split(' ')
    try:
        connection = http.client.HTTPConnection(host, int(port), timeout=20)
        connection.request('GET', '/')
        text = connection.getresponse().read().decode()
    except socket.gaierror:
        text = 'ENOTFOUND'
    except OSError as error:
        text = errno.errorcode.get(error.errno, str(error))
    print(target + ': ' + text, flush=True)`
const NODE_CLIENT = [process.execPath, '-e', IN_NODE]
const CLIENTS: readonly (readonly [string, readonly string[]])[] = [
  ['Node', NODE_CLIENT],
  ...(python === undefined ? [] : [['Python', [python, '-c', IN_PYTHON]] as const]),
]

const DECLARED = [
  'api.test:80',
  '198.51.100.9:80',
  '[2001:db8::9]:80',
  'localhost:5432',
  '*.wild.test:80',
  'six.test:80',
]

describe.skipIf(process.getuid?.() !== 0 || !able.L1.works || !able.L2.works)('declared endpoints', () => {
  describe.each([
    ['root', 0],
    ['an ordinary user', NOBODY],
  ])('of a server that %s tests', (_, uid) => {
    it.each(CLIENTS)('are all it reaches, in %s', async (_, client) => {
      const expected = {
        'api.test 80': expect.stringMatching(/^seven/),
        'API.test 80': expect.stringMatching(/^seven/),
        'six.test 80': 'seven, v6',
        'a.wild.test 80': 'eight',
        '198.51.100.9 80': 'nine',
        '2001:db8::9 80': 'nine, v6',
        'localhost 5432': expect.stringMatching(/^local/),
        '127.0.0.1 5432': 'local',
        '::1 5432': 'local, v6',
        'api.test 81': 'ECONNREFUSED',
        'localhost 5433': 'ECONNREFUSED',
        'other.test 80': 'ENOTFOUND',
        'wild.test 80': 'ENOTFOUND',
        '198.51.100.8 81': 'ECONNREFUSED',
        '198.51.100.10 80': 'ENETUNREACH',
        '2001:db8::10 80': 'ENETUNREACH',
      }
      const { stdout, stderr, sightings } = await run(uid, DECLARED, [...client, ...Object.keys(expected)])
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/: (?=[^:]*$)/))
      expect(Object.fromEntries(lines), stderr).toEqual(expected)
      expect(inShort(sightings).filter((one) => one.startsWith('connect'))).toEqual(
        expect.arrayContaining([
          'connect api.test',
          'connect api.test:80',
          'connect a.wild.test:80',
          'connect 198.51.100.9:80',
          'connect [2001:db8::9]:80',
          'connect localhost:5432',
          'connect other.test refused',
          'connect wild.test refused',
          'connect 198.51.100.10:80 refused',
        ]),
      )
    })
  })

  it.skipIf(program('openssl') === undefined).each(CLIENTS)('keep their TLS, in %s', async (client) => {
    const secure = publicFolder({})
    const request = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=api.test'
    const files = ['-addext', 'subjectAltName=DNS:api.test', '-keyout', 'key.pem', '-out', 'certificate.pem']
    execFileSync('openssl', ['req', ...request.split(' '), ...files], { cwd: secure, stdio: 'ignore' })
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(join(secure, name), 'utf8'))
    const serve = `const https = await import('node:https')
      const options = { key: ${JSON.stringify(key)}, cert: ${JSON.stringify(certificate)} }
      await listen(https.createServer(options, (_, response) => response.end('secret')), 443, '198.51.100.7')`
    const inNode = `require('node:https').get({ host: 'api.test', ca: ${JSON.stringify(certificate)} }, (response) => response.pipe(process.stdout))`
    const inPython = `import ssl, urllib.request\ncontext = ssl.create_default_context(cadata=${JSON.stringify(certificate)})\nprint(urllib.request.urlopen('https://api.test/', context=context).read().decode(), end='')`
    const command = client === 'Node' ? [process.execPath, '-e', inNode] : [python ?? '', '-c', inPython]
    const { stdout, stderr } = await run(0, ['api.test:443'], command, serve)
    expect(stdout, stderr).toBe('secret')
  })

  it('are heard to the end by whoever has said all, and get no more than is taken', async () => {
    const serve = `const { createHash } = await import('node:crypto')
      const digest = net.createServer({ allowHalfOpen: true }, (socket) => {
        const hash = createHash('sha256')
        socket.on('data', (chunk) => hash.update(chunk)).on('end', () => socket.end(hash.digest('hex')))
      })
      let sent = 0
      const flood = net.createServer((socket) => {
        const more = () => { while (socket.write(Buffer.alloc(65536))) sent += 65536; sent += 65536 }
        socket.on('drain', more).on('error', () => {})
        more()
      })
      await listen(digest, 1000, '198.51.100.7')
      await listen(flood, 1001, '198.51.100.7')
      await listen(createServer((_, response) => response.end(String(sent))), 1002, '198.51.100.7')`
    const script = `
      const net = require('node:net')
      const all = Buffer.alloc(30 * 1024 * 1024, 'x')
      const lazy = net.connect({ host: 'api.test', port: 1001 }).pause()
      const socket = net.connect({ host: 'api.test', port: 1000, allowHalfOpen: true })
      socket.end(all)
      let said = ''
      socket.on('data', (chunk) => (said += chunk)).on('end', async () => {
        console.log(said === require('node:crypto').createHash('sha256').update(all).digest('hex'))
        const sent = await (await fetch('http://api.test:1002')).text()
        console.log(Number(sent) > 0 && Number(sent) < 20 * 1024 * 1024 ? 'held back' : sent)
        process.exit()
      })`
    const network = ['api.test:1000', 'api.test:1001', 'api.test:1002']
    const { stdout, stderr } = await run(0, network, [process.execPath, '-e', script], serve)
    expect(stdout, stderr).toBe('true\nheld back\n')
  })

  it('are reached at another address where the first one fails, and break where all do', async () => {
    const { stdout } = await run(0, ['half.test:80', 'gone.test:9'], [...NODE_CLIENT, 'half.test 80', 'gone.test 9'])
    expect(stdout).toBe('half.test 80: seven\ngone.test 9: ECONNRESET\n')
  })

  it('are limited to 256 connections at once and 256 names, and whoever takes more harms nobody else', async () => {
    const script = `
      const net = require('node:net')
      const dns = require('node:dns/promises')
      const open = () => new Promise((resolve) => {
        net.connect(1000, '198.51.100.9').on('error', () => resolve(0)).on('data', () => resolve(1))
      })
      ;(async () => {
        const opened = await Promise.all(Array.from({ length: 400 }, open))
        console.log(opened.reduce((sum, one) => sum + one))
        const names = Array.from({ length: 300 }, (_, index) => index + '.wild.test')
        const found = await Promise.all(names.map((name) => dns.resolve4(name).then(() => 1, () => 0)))
        console.log(found.reduce((sum, one) => sum + one))
        process.exit()
      })()`
    const more = `
      await listen(net.createServer((socket) => socket.on('error', () => {}).write('hello')), 1000, '198.51.100.9')
      for (let index = 0; index < 300; index++) NAMES[index + '.wild.test'] = ['198.51.100.8']`
    const network = ['198.51.100.9:1000', '*.wild.test:80']
    const { stdout, stderr } = await run(0, network, [process.execPath, '-e', script], more)
    expect(stdout, stderr).toBe('256\n256\n')
  })

  it('leave a local port that nobody listens at to the server', async () => {
    const script = `
      const server = require('node:http').createServer((_, response) => response.end('own'))
      server.listen(7000, '127.0.0.1', async () => {
        console.log(await (await fetch('http://localhost:7000')).text())
        process.exit()
      })`
    const { stdout } = await run(0, ['localhost:7000'], [process.execPath, '-e', script])
    expect(stdout).toBe('own\n')
  })

  it('are there for the set-up command too', async () => {
    const options = cellOptions(publicFolder({}), ['true'], {
      network: ['api.test:80'],
      setup: [...NODE_CLIENT, 'api.test 80', 'other.test 80'],
    })
    const output = await inOtherProcess(
      `${WORLD}
      const cell = await startCell({ ...${JSON.stringify(options)}, resolve })
      await cell.exited
      const output = cell.setupOutput()
      await cell.end()
      return output`,
      { prepare: PREPARE, ownNetwork: true },
    )
    expect(output).toMatch(/^api.test 80: seven.*\nother.test 80: ENOTFOUND\n$/)
  })

  it("are for TCP alone: datagrams go nowhere, and no name server but the cell's own is asked", async () => {
    const script = `
      const dgram = require('node:dgram')
      const dns = require('node:dns/promises')
      const send = (address, port) => new Promise((resolve) => {
        const socket = dgram.createSocket('udp4').on('error', (error) => resolve(error.code))
        socket.connect(port, address, (error) => error ? resolve(error.code) : socket.send('x'))
      })
      const ask = (servers) => {
        const resolver = new dns.Resolver({ timeout: 500, tries: 1 })
        if (servers) resolver.setServers(servers)
        return resolver
      }
      const told = (promise) => promise.then((value) => value.join(), (error) => error.code)
      ;(async () => {
        await dns.lookup('api.test')
        console.log(await send('198.51.100.7', 80))
        console.log(await send('198.51.100.8', 53))
        console.log(await told(ask().resolve4('api.test')), await told(ask().resolve6('api.test')))
        console.log(await told(ask().resolveTxt('api.test')), await told(ask().resolve4('other.test')))
        console.log(await told(ask().resolve4('slow.test')), await told(ask().reverse('198.51.100.7')))
        console.log(await told(ask(['198.51.100.8']).resolve4('api.test')))
        process.exit()
      })()`
    const { stdout, sightings } = await run(0, ['api.test:80', 'slow.test:80'], [process.execPath, '-e', script])
    expect(stdout.trim().split('\n')).toEqual([
      'ECONNREFUSED',
      'ENETUNREACH',
      '198.51.100.7 2001:db8::7',
      'ENODATA ENOTFOUND',
      'ESERVFAIL ENOTFOUND',
      'ECONNREFUSED',
    ])
    expect(inShort(sightings)).toContain('connect 198.51.100.8:53 refused')
  })

  it('cost the cell no process, and leave none when it ends', async () => {
    const script = 'ls /proc | grep -c "^[0-9]*$"; sleep 0.5'
    const memoryBytes = 20 * 1024 * 1024
    const options = cellOptions(publicFolder({}), ['/bin/sh', '-c', script], {
      network: ['localhost:5432'],
      memoryBytes,
    })
    const { helpers, exit, left, stdout, survivors } = await inOtherProcess<Record<string, unknown>>(
      `${WORLD}
      const { readFileSync } = await import('node:fs')
      const children = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ')
      const helpersNow = () => children().filter((pid) => pid && readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('listen.mjs'))
      const cell = await startCell(${JSON.stringify(options)})
      let stdout = ''
      cell.stdout.on('data', (chunk) => (stdout += chunk))
      const helpers = helpersNow().length
      const exit = await cell.exited
      await cell.flush()
      const survivors = cell.sightings.filter(({ detached }) => detached)
      await cell.end()
      return { helpers, exit, stdout, survivors, left: helpersNow().length }`,
      { prepare: PREPARE, ownNetwork: true },
    )
    expect({ helpers, left, stdout: Number(stdout), survivors }).toEqual({
      helpers: 1,
      left: 0,
      // The shell of the sandbox, the tracer, the server's shell and its two children.
      stdout: 5,
      survivors: [],
    })
    expect(exit).toMatchObject({ code: 0 })
  })

  it.each([
    ['an entry without a port', ['api.test'], {}, '"api.test", which names no port: write it as host:port'],
    [
      'a machine that sets up no address',
      ['api.test:80'],
      { ip: () => 'echo not permitted >&2; exit 2' },
      'not permitted',
    ],
    ['a network that nobody can join', ['api.test:80'], { nsenter: () => 'echo refused >&2; exit 1' }, 'refused'],
  ])('are not replaced by an open network: %s is an error', async (_, network, programs, reason) => {
    const options = cellOptions(publicFolder({}), ['true'], { network })
    const start = `return startCell(${JSON.stringify(options)}).then(() => 'started', (error) => error.message)`
    const message = await inOtherProcess<string>(start, { programs })
    expect(message).toMatch(/^The network cannot be limited to/)
    expect(message).toContain(reason)
  })
})
