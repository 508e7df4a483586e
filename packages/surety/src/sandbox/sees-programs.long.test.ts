import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { cellOptions, folderWith, inShort, runInCell, type Ran } from '../../test/run-in-cell.ts'
import type { CellOptions } from './cell.ts'

const FILES = { 'a.txt': 'one', 'b.txt': 'two' }
const NODE_START = "const fs = require('node:fs'), net = require('node:net'), dns = require('node:dns');"

function runNode(code: string, more: Partial<CellOptions> = {}): Promise<Ran> {
  const project = folderWith({ ...FILES, 'main.cjs': NODE_START + code })
  return runInCell(cellOptions(project, [process.execPath, 'main.cjs'], more))
}

/** A program with no library between it and the kernel's calls, linked statically. */
function runC(body: string): Promise<Ran> {
  const project = folderWith({ ...FILES, 'main.c': C_START + body })
  const program = join(folderWith({}), 'program')
  execFileSync(find('gcc') ?? 'gcc', ['-static', '-o', program, join(project, 'main.c')])
  return runInCell(cellOptions(project, [program]))
}
const C_START = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
`

const inNode: readonly (readonly [what: string, code: string, sightings: readonly string[]])[] = [
  ['a file written by node', `fs.writeFileSync('a.txt', '1')`, ['write project a.txt']],
  [
    'a file written by a worker thread',
    `new (require('node:worker_threads').Worker)("require('node:fs').writeFileSync('a.txt', '1')", { eval: true })`,
    ['write project a.txt'],
  ],
  [
    'a write and a restoration in one call',
    `const was = fs.readFileSync('a.txt'); fs.writeFileSync('a.txt', 'x'); fs.writeFileSync('a.txt', was)`,
    ['write project a.txt'],
  ],
  [
    'a write through a descriptor opened for both',
    `const fd = fs.openSync('a.txt', 'r+'); fs.writeSync(fd, 'x', 0); fs.closeSync(fd)`,
    ['write project a.txt'],
  ],
  ['a file copied over another', `fs.copyFileSync('b.txt', 'a.txt')`, ['write project a.txt']],
  [
    'a connection to an address',
    `net.connect(443, '192.0.2.1').on('error', () => {})`,
    ['connect 192.0.2.1:443 refused'],
  ],
  [
    'a connection to an address of version 6',
    `net.connect(443, '2001:db8::1').on('error', () => {})`,
    ['connect [2001:db8::1]:443 refused'],
  ],
  [
    'a name that is looked up',
    `net.connect(443, 'api.example.com').on('error', () => {})`,
    ['connect api.example.com refused'],
  ],
  ['a name asked by DNS itself', `dns.resolve4('other.example.com', () => {})`, ['connect other.example.com refused']],
  [
    'a message sent without a connection',
    `const s = require('node:dgram').createSocket('udp4'); s.send('x', 9, '192.0.2.1', () => s.close())`,
    ['connect 192.0.2.1:9 refused'],
  ],
  [
    'a socket of the machine',
    `net.connect('/var/lib/surety-test.sock').on('error', () => {})`,
    ['connect unix:/var/lib/surety-test.sock refused'],
  ],
  [
    "a message to the machine's journal",
    `net.connect('/run/systemd/journal/stdout').on('error', () => {})`,
    ['connect unix:/run/systemd/journal/stdout refused'],
  ],
  [
    'a socket it makes',
    `const s = net.createServer().listen('own.sock', () => s.close())`,
    ['write project own.sock new', 'delete project own.sock new'],
  ],
  [
    'a detached child',
    `require('node:child_process').spawn('sleep', ['0'], { detached: true, stdio: 'ignore' }).unref()`,
    ['process sleep 0 detached'],
  ],
]

const inC: readonly (readonly [what: string, body: string, sightings: readonly string[]])[] = [
  [
    'a write by a bare system call',
    `int main() { int fd = syscall(SYS_open, "a.txt", O_WRONLY | O_TRUNC); return syscall(SYS_write, fd, "x", 1) != 1; }`,
    ['write project a.txt'],
  ],
  [
    'a write through mapped memory',
    `int main() { int fd = open("a.txt", O_RDWR); char *p = mmap(0, 3, PROT_WRITE, MAP_SHARED, fd, 0); p[0] = 'X'; return munmap(p, 3); }`,
    ['write project a.txt'],
  ],
  [
    'a removal relative to a folder',
    `int main() { int d = open(".", O_RDONLY | O_DIRECTORY); chdir("/"); return unlinkat(d, "a.txt", 0); }`,
    ['delete project a.txt'],
  ],
  [
    'a removal after changing folder',
    `int main() { int d = open(".", O_RDONLY); chdir("/tmp"); fchdir(d); mkdir("n", 0700); chdir("n"); return syscall(SYS_unlink, "../a.txt"); }`,
    ['delete project a.txt'],
  ],
  [
    'a file that appears only when linked',
    `int main() { int fd = open(".", O_TMPFILE | O_RDWR, 0600); char p[40]; sprintf(p, "/proc/self/fd/%d", fd); return linkat(AT_FDCWD, p, AT_FDCWD, "n", AT_SYMLINK_FOLLOW); }`,
    ['write project n new'],
  ],
  [
    'the flags of a file, which no descriptor for writing is needed for',
    `int main() { int fd = open("a.txt", O_RDONLY), flags = FS_NODUMP_FL; return ioctl(fd, FS_IOC_SETFLAGS, &flags) == -2; }`,
    ['attributes project a.txt'],
  ],
  [
    'keys that are put where they outlive the server',
    `int main() { return syscall(SYS_add_key, "user", "k", "v", 1, -3) != -1 || errno != EPERM || syscall(SYS_keyctl, 0, -3, 0) != -1; }`,
    ['write elsewhere the kernel keyring (add_key) refused', 'write elsewhere the kernel keyring (keyctl) refused'],
  ],
  [
    'sockets that are no connection',
    `int main() { socket(AF_PACKET, SOCK_RAW, 0); socket(AF_NETLINK, SOCK_RAW, 9); socket(AF_INET, SOCK_RAW, 1); socket(AF_INET, SOCK_DGRAM, 1); socket(AF_ALG, SOCK_SEQPACKET, 0); socket(AF_VSOCK, SOCK_STREAM, 0); return 0; }`,
    ['packet socket', 'netlink:AUDIT', 'raw socket', 'icmp socket', 'vsock socket', 'alg socket'].map((target) =>
      expect.stringMatching(`^connect ${target}`),
    ),
  ],
  [
    'shared memory that outlives the server',
    `int main() { return syscall(SYS_shmget, 0, 4096, 01600) == -2; }`,
    ['write elsewhere System V memory (shmget)'],
  ],
]

describe.skipIf(find('strace') === undefined)('the tracer', () => {
  it.each(inNode)('sees %s', async (_, code, expected) => {
    const { sightings, stderr } = await runNode(code)
    expect(inShort(sightings), stderr).toEqual(expect.arrayContaining([...expected]))
  })

  it('says nothing of a server of its own on loopback until something connects to it', async () => {
    const { sightings } = await runNode(`const s = net.createServer().listen(0, '127.0.0.1', () => s.close())`)
    expect(inShort(sightings)).toEqual([])
  })

  it('says nothing of a connection to a socket of its own', async () => {
    const { sightings, stdout } = await runNode(
      `const s = net.createServer((c) => c.end('hello')).listen('own.sock', () => net.connect('own.sock').on('data', (text) => console.log(String(text))).on('close', () => process.exit()))`,
    )
    expect(stdout).toBe('hello\n')
    expect(inShort(sightings)).toEqual(['write project own.sock new'])
  })

  it('says nothing of how names, users, addresses and programs are looked up', async () => {
    const code = `require('node:os').networkInterfaces(); require('node:os').userInfo(); dns.lookup('localhost', () => {});
      require('node:child_process').execFileSync('id', ['nobody']); process.title = 'other';
      require('node:crypto').randomBytes(9); net.createServer().listen(0, '127.0.0.1', function () { this.close() })`
    const { sightings, stderr } = await runNode(code)
    expect(
      inShort(sightings).filter((one) => !one.startsWith('process')),
      stderr,
    ).toEqual([])
  })

  it.skipIf(find('python3') === undefined)('says nothing of what Python needs for the same', async () => {
    const code = `import getpass, multiprocessing, os, pwd, socket, subprocess, ssl, tempfile, threading, uuid
pwd.getpwnam('root'); pwd.getpwall(); socket.if_nameindex(); socket.getaddrinfo('localhost', 80); socket.gethostname()
subprocess.run(['true']); uuid.getnode(); ssl.create_default_context(); os.getlogin if False else getpass.getuser()
threading.Thread(target=lambda: None).start(); socket.socketpair()
`
    const { sightings, stderr } = await runInCell(cellOptions(folderWith({}), ['python3', '-c', code]))
    expect(
      inShort(sightings).filter((one) => !one.startsWith('process')),
      stderr,
    ).toEqual([])
  })

  it('says nothing of a file opened for writing and left alone', async () => {
    const { sightings, changes } = await runNode(
      `fs.closeSync(fs.openSync('a.txt', 'r+')); fs.closeSync(fs.openSync('b.txt', 'a'))`,
    )
    expect(inShort(sightings)).toEqual([])
    expect(changes).toEqual([])
  })

  it('calls a connection by the name that was looked up where there is a network', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { sightings } = await runNode(`net.connect(${port}, '127.0.0.1', function () { this.end() })`, {
      network: true,
    })
    server.close()
    expect(inShort(sightings)).toContain(`connect 127.0.0.1:${port}`)
  })

  it.skipIf(find('gcc') === undefined).each(inC)('sees %s', async (_, body, expected) => {
    const { sightings, stderr } = await runC(body)
    expect(inShort(sightings), stderr).toEqual(expect.arrayContaining([...expected]))
  })

  it.skipIf(find('gcc') === undefined)('refuses io_uring, which would write unseen', async () => {
    const { exit } = await runC(
      'int main() { return syscall(SYS_io_uring_setup, 1, 0) == -1 && errno == ENOSYS ? 0 : 1; }',
    )
    expect(exit.code).toBe(0)
  })

  it.skipIf(find('python3') === undefined)('sees extended attributes', async () => {
    const project = folderWith({ ...FILES, 'main.py': "import os\nos.setxattr('a.txt', 'user.surety', b'1')\n" })
    const { sightings } = await runInCell(cellOptions(project, ['python3', 'main.py']))
    expect(inShort(sightings)).toContain('attributes project a.txt')
  })

  it.skipIf(find('python3') === undefined)('tells a database that is asked from one that is changed', async () => {
    const start = "import sqlite3\nbase = sqlite3.connect('base.db')\n"
    const setup = ['python3', '-c', `${start}base.execute('create table t (x)')\nbase.commit()`]
    const after = async (code: string) => {
      const { sightings, stderr } = await runInCell(
        cellOptions(folderWith({}), ['python3', '-c', start + code], { setup }),
      )
      expect(stderr).toBe('')
      return inShort(sightings).filter((one) => !one.startsWith('process'))
    }
    expect(await after("base.execute('select * from t').fetchall()")).toEqual([])
    expect(await after("base.execute('insert into t values (1)')\nbase.commit()")).toContain('write project base.db')
  })
})
