import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sighting } from '../cell.ts'
import { CellView } from '../files/cell-view.ts'
import { descriptorPath, quotedText, straceLine } from './strace-line.ts'
import { StraceSightings } from './strace-sightings.ts'

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => String.raw`\x` + byte.toString(16).padStart(2, '0')).join('')
const habitat = { cwd: '/p', launches: 1, resolvers: ['127.0.0.1'], online: true }

describe('a line of strace', () => {
  it('is a call with its arguments and its result', () => {
    const line = `12  1700000000.500000 openat(AT_FDCWD<${hex('/p')}>, "${hex('a, "b')}", O_WRONLY|O_CREAT, 0666) = 3<${hex('/p/a')}>`
    const record = straceLine(line)
    expect(record).toMatchObject({
      kind: 'call',
      pid: 12,
      at: 1_700_000_000_500,
      name: 'openat',
      result: { value: 3, error: undefined, path: '/p/a' },
    })
    const args = record?.kind === 'call' ? record.args : []
    expect(args).toHaveLength(4)
    expect(descriptorPath(args[0] ?? '')).toBe('/p')
    expect(quotedText(args[1] ?? '')).toBe('a, "b')
  })

  it.each([
    ['1 1.5 setsid()        = 7', { kind: 'call', name: 'setsid', args: [], result: { value: 7 } }],
    [
      `1 1.5 unlink("${hex('x')}") = -1 ENOENT (No such file or directory)`,
      { kind: 'call', result: { value: -1, error: 'ENOENT' } },
    ],
    [
      `1 1.5 openat(AT_FDCWD, "${hex('x')}", O_RDWR) = 4<${hex('/p/x')}>(deleted)`,
      { kind: 'call', result: { path: '/p/x (deleted)' } },
    ],
    [
      '1 1.5 io_uring_setup(1, NULL) = -1 ENOSYS (Function not implemented) (INJECTED)',
      { kind: 'call', result: { error: 'ENOSYS' } },
    ],
    ['1 1.5 exit_group(0) = ?', { kind: 'call', result: { value: Number.NaN } }],
    ['1 1.5 vfork( <unfinished ...>', { kind: 'begun', name: 'vfork', text: '' }],
    ['1 1.5 <... vfork resumed>) = 9', { kind: 'resumed', name: 'vfork', text: ') = 9' }],
    ['1 1.5 +++ exited with 3 +++', { kind: 'ended', code: 3, signal: null }],
    ['1 1.5 +++ killed by SIGSEGV (core dumped) +++', { kind: 'ended', code: null, signal: 'SIGSEGV' }],
    [
      '1 1.5 --- SIGSYS {si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=0x7f, si_syscall=__NR_socket, si_arch=AUDIT_ARCH_X86_64} ---',
      { kind: 'trapped', name: 'socket', isForeign: false },
    ],
    [
      '1 1.5 --- SIGSYS {si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=0x41, si_syscall=8 /* creat */, si_arch=AUDIT_ARCH_I386} ---',
      { kind: 'trapped', name: 'creat', isForeign: true },
    ],
    [
      '1 1.5 --- SIGSYS {si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=0x41, si_syscall=0x40000055, si_arch=AUDIT_ARCH_X86_64} ---',
      { kind: 'trapped', name: '0x40000055', isForeign: true },
    ],
    ['1 1.5 +++ superseded by execve in pid 5 +++', { kind: 'superseded', by: 5 }],
  ])('%s', (line, expected) => {
    expect(straceLine(line)).toMatchObject(expected)
  })

  it('never throws, whatever it is', () => {
    const sightings: Sighting[] = []
    const reader = new StraceSightings(new CellView([], '/nowhere', true), habitat, (sighting) =>
      sightings.push(sighting),
    )
    reader.read('1 1.5 execve("", [], 0) = 0')
    const names = [
      'openat',
      'open',
      'rename',
      'unlinkat',
      'execve',
      'clone',
      'connect',
      'sendto',
      'sendmmsg',
      'recvfrom',
      'chdir',
      'setsid',
      'bind',
      'fchmod',
      'vfork',
    ]
    const piece = fc.oneof(
      fc.constantFrom(
        '"',
        '(',
        ')',
        '[',
        '{',
        '<',
        '>',
        ', ',
        ' = ',
        '-1 EROFS',
        'O_WRONLY',
        'AT_FDCWD',
        '<unfinished ...>',
        'sa_family=AF_INET',
        'sin_port=htons(53)',
        'inet_addr("',
        'sun_path="',
        'iov_base="',
        '/',
        '..',
        '\\x2f',
        '\\x00',
        '\\xc0',
        '3<\\x2f>',
      ),
      fc.string({ maxLength: 8 }),
    )
    const line = fc
      .tuple(fc.nat(5), fc.constantFrom(...names), fc.array(piece, { maxLength: 12 }), fc.nat(3))
      .map(([pid, name, pieces, form]) => {
        const body = pieces.join('')
        const texts = [
          `${name}(${body}) = 0`,
          `${name}(${body} <unfinished ...>`,
          `<... ${name} resumed>${body}) = 3`,
          body,
        ]
        return `${pid} 1.5 ${texts[form] ?? ''}`
      })
    fc.assert(
      fc.property(fc.oneof(line, fc.string()), (text) => reader.read(text)),
      { numRuns: 20_000 },
    )
  })
})

describe('the log of a process', () => {
  const read = (lines: readonly string[]): readonly Sighting[] => {
    const sightings: Sighting[] = []
    const reader = new StraceSightings(new CellView([], '/nowhere', true), habitat, (sighting) =>
      sightings.push(sighting),
    )
    for (const line of [`1 1.0 execve("${hex('/bin/s')}", ["${hex('s')}"], 0x1) = 0`, ...lines]) reader.read(line)
    return sightings
  }

  it('joins the halves of an interrupted call, and dates it by its beginning', () => {
    expect(
      read([
        `1 2.0 unlink("${hex('/etc/hostname')}" <unfinished ...>`,
        '2 3.0 setsid() = 2',
        '1 4.0 <... unlink resumed>) = -1 EROFS (Read-only file system)',
      ]),
    ).toContainEqual(expect.objectContaining({ at: 2000, kind: 'delete', path: '/etc/hostname', refused: true }))
  })

  it('knows where a child stands that speaks before its parent has heard of it', () => {
    const seen = read([
      `1 2.0 chdir("${hex('/etc')}") = 0`,
      '1 2.1 vfork( <unfinished ...>',
      `5 2.2 unlink("${hex('hostname')}") = -1 EROFS (x)`,
      '1 2.3 <... vfork resumed>) = 5',
    ])
    expect(seen).toMatchObject([{ kind: 'delete', path: '/etc/hostname' }])
  })

  it('knows a program that a thread started by its process', () => {
    const seen = read([
      '1 2.0 clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 6',
      `6 2.1 execve("${hex('/bin/x')}", ["${hex('x')}"], 0x1 <unfinished ...>`,
      '1 2.2 +++ superseded by execve in pid 6 +++',
      '1 2.3 <... execve resumed>) = 0',
    ])
    expect(seen).toEqual([{ at: 2100, kind: 'process', command: 'x', detached: false }])
  })

  it('tells a change of the kernel log from a look at it', () => {
    const seen = read([
      '1 2.0 syslog(10 /* SYSLOG_ACTION_SIZE_BUFFER */) = 262144',
      '1 2.1 syslog(3 /* SYSLOG_ACTION_READ_ALL */, "\\x3c"..., 262160) = 9000',
      '1 2.2 syslog(4 /* SYSLOG_ACTION_READ_CLEAR */, 0x5555, 262160) = -1 EPERM (Operation not permitted)',
      '1 2.3 syslog(6 /* SYSLOG_ACTION_CONSOLE_OFF */) = 0',
    ])
    expect(seen).toMatchObject([
      { at: 2200, kind: 'write', place: 'elsewhere', path: 'the kernel log (syslog)', refused: true },
      { at: 2300, path: 'the kernel log (syslog)', refused: false },
    ])
  })

  it('tells a change of the clock from a look at it', () => {
    const seen = read([
      '1 2.0 clock_adjtime(CLOCK_REALTIME, {modes=0, offset=0, tick=10000}) = 5 (TIME_ERROR)',
      '1 2.1 clock_adjtime(CLOCK_REALTIME, {modes=ADJ_TICK, offset=0, tick=10000}) = -1 EPERM (Operation not permitted)',
    ])
    expect(seen).toMatchObject([{ at: 2100, path: 'the clock (clock_adjtime)', refused: true }])
  })

  it('calls an address by the name it was given for', () => {
    const socket = `5<${hex('socket:[1]')}>`
    const question = hex(
      '\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03api\x07example\x03com\x00\x00\x01\x00\x01',
    )
    const answer = `\\x12\\x34\\x81\\x80\\x00\\x01\\x00\\x01\\x00\\x00\\x00\\x00${hex('\x03api\x07example\x03com\x00\x00\x01\x00\x01')}\\xc0\\x0c\\x00\\x01\\x00\\x01\\x00\\x00\\x00\\x3c\\x00\\x04\\xc0\\x00\\x02\\x07`
    const to = (port: number, ip: string) =>
      `{sa_family=AF_INET, sin_port=htons(${port}), sin_addr=inet_addr("${hex(ip)}")}`
    const seen = read([
      `1 2.0 connect(${socket}, ${to(53, '127.0.0.1')}, 16) = 0`,
      `1 2.1 sendto(${socket}, "${question}", 33, MSG_NOSIGNAL, NULL, 0) = 33`,
      `1 2.2 recvfrom(${socket}, "${answer}", 2048, 0, NULL, NULL) = 49`,
      `1 2.3 connect(6<${hex('socket:[2]')}>, ${to(443, '192.0.2.7')}, 16) = -1 EINPROGRESS (Operation now in progress)`,
      `1 2.4 connect(6<${hex('socket:[2]')}>, ${to(0, '192.0.2.7')}, 16) = 0`,
    ])
    expect(seen).toEqual([
      { at: 2100, kind: 'connect', target: 'api.example.com', refused: false },
      { at: 2300, kind: 'connect', target: 'api.example.com:443', refused: false },
    ])
  })
  it('knows the name that systemd is asked for, and the change of a route from a question about it', () => {
    const socket = `5<${hex('socket:[1]')}>`
    const ask = (name: string) => {
      const message = JSON.stringify({ method: 'io.systemd.Resolve.ResolveHostname', parameters: { name } })
      return `1 2.1 sendto(${socket}, "${hex(message)}", 99, MSG_NOSIGNAL, NULL, 0) = 99`
    }
    const unix = (path: string) => `{sa_family=AF_UNIX, sun_path="${hex(path)}"}, 44) = 0`
    const route = (type: string) =>
      `1 2.4 sendto(7<${hex('socket:[3]')}>, [{nlmsg_len=20, nlmsg_type=${type}, nlmsg_flags=NLM_F_REQUEST}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0}, 12) = 20`
    const seen = read([
      `1 2.0 connect(${socket}, ${unix('/run/systemd/resolve/io.systemd.Resolve')}`,
      ask('localhost'),
      ask('api.example.com'),
      `1 2.2 connect(6<${hex('socket:[2]')}>, ${unix('/run/systemd/userdb/io.systemd.DynamicUser')}`,
      `1 2.3 connect(6<${hex('socket:[2]')}>, ${unix('/run/systemd/private')}`,
      route('RTM_GETADDR'),
      route('RTM_NEWLINK'),
    ])
    expect(seen.map((one) => (one.kind === 'connect' ? one.target : one.kind))).toEqual([
      'api.example.com',
      'unix:/run/systemd/private',
      'netlink:RTM_NEWLINK',
    ])
  })
})
