import type { Sighting } from '../cell.ts'
import type { TraceCall, TraceRecord } from './strace-line.ts'

/** Calls that change the machine itself rather than a file, and which part of it; ordinary servers need none of them. */
export const KERNEL_CALLS: Readonly<Record<string, string>> = {
  add_key: 'the kernel keyring',
  keyctl: 'the kernel keyring',
  request_key: 'the kernel keyring',
  mount: 'the mount table',
  umount2: 'the mount table',
  pivot_root: 'the mount table',
  fsopen: 'the mount table',
  fspick: 'the mount table',
  fsmount: 'the mount table',
  move_mount: 'the mount table',
  open_tree: 'the mount table',
  mount_setattr: 'the mount table',
  chroot: 'the root folder',
  setns: 'the namespaces',
  unshare: 'the namespaces',
  bpf: 'the kernel by bpf',
  init_module: 'the kernel modules',
  finit_module: 'the kernel modules',
  delete_module: 'the kernel modules',
  kexec_load: 'the kernel',
  kexec_file_load: 'the kernel',
  syslog: 'the kernel log',
  reboot: 'the power state',
  swapon: 'the swap space',
  swapoff: 'the swap space',
  acct: 'process accounting',
  quotactl: 'the disk quotas',
  settimeofday: 'the clock',
  clock_settime: 'the clock',
  clock_adjtime: 'the clock',
  sethostname: 'the host name',
  setdomainname: 'the host name',
  ptrace: 'another process',
  process_vm_writev: 'another process',
  pidfd_getfd: 'another process',
  shmget: 'System V memory',
  semget: 'System V semaphores',
  msgget: 'System V messages',
  mq_open: 'message queues',
}

/** What takes messages out of the kernel's log, or turns the console on and off; all others read. */
const CHANGES_OF_LOG = /\bSYSLOG_ACTION_(?:READ|READ_CLEAR|CLEAR|CONSOLE_OFF|CONSOLE_ON|CONSOLE_LEVEL)\b/

const REFUSED = new Set(['the kernel keyring', 'the mount table', 'the kernel by bpf'])

/** Those that the tracer refuses with EPERM; launcher.c refuses the same where nothing is traced. */
export const REFUSED_CALLS: readonly string[] = [
  'setns',
  ...Object.entries(KERNEL_CALLS).flatMap(([name, part]) => (REFUSED.has(part) ? [name] : [])),
]

/** What a call does to the machine itself; undefined if nothing. */
export function kernelSighting({ name, args, at, result }: TraceCall): Sighting | undefined {
  const part = args.some((argument) => argument.includes('CLONE_NEW')) ? 'the namespaces' : KERNEL_CALLS[name]
  if (part === undefined || isHarmless(name, args)) return undefined
  const refused = result.error !== undefined
  return { at, kind: 'write', place: 'elsewhere', path: `${part} (${name})`, refused, existed: true, lasts: true }
}

/** What a call was to do that the filter answered with a signal: a socket of a family that no namespace holds, or anything by the numbers of another architecture. */
export function trappedSighting({ at, name, isForeign }: Extract<TraceRecord, { kind: 'trapped' }>): Sighting {
  if (!isForeign) return { at, kind: 'connect', target: `vsock ${name}`, refused: true }
  const path = `a system call of another architecture (${name})`
  return { at, kind: 'write', place: 'elsewhere', path, refused: true, existed: true, lasts: true }
}

function isHarmless(name: string, args: readonly string[]): boolean {
  // Threads that stop sharing files or a working folder leave no namespace.
  if (name === 'unshare') return !(args[0] ?? '').includes('CLONE_NEW')
  if (name === 'syslog') return !CHANGES_OF_LOG.test(args[0] ?? '')
  if (name === 'clock_adjtime') return (args[1] ?? '').startsWith('{modes=0,')
  return name === 'mq_open' && !(args[1] ?? '').includes('O_CREAT')
}
