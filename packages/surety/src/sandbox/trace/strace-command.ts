import { FILE_CALLS, OPENS } from './file-calls.ts'
import { KERNEL_CALLS, REFUSED_CALLS } from './kernel-calls.ts'
import { required } from '../system/programs.ts'

const NETWORK_CALLS = ['socket', 'connect', 'bind', 'sendto', 'sendmsg', 'sendmmsg']
/** Answers to name queries say which address belongs to which name; without a network there are none. */
const ANSWER_CALLS = ['recvfrom', 'recvmsg']
const PROCESS_CALLS = ['execve', 'execveat', 'clone', 'clone3', 'fork', 'vfork', 'setsid', 'chdir', 'fchdir']

/** They end nobody, and some programs get them all the time. */
const HARMLESS_SIGNALS = 'SIGCHLD,SIGURG,SIGWINCH,SIGCONT'

/** The tracer's words. A call this strace or this processor does not know is left out, by the question mark. */
export function straceCommand(online: boolean): readonly string[] {
  const calls = [
    ...Object.keys(OPENS),
    ...Object.keys(FILE_CALLS),
    ...Object.keys(KERNEL_CALLS),
    ...NETWORK_CALLS,
    ...(online ? ANSWER_CALLS : []),
    ...PROCESS_CALLS,
    'io_uring_setup',
  ]
  const format = ['-f', '--seccomp-bpf', '-q', '-ttt', '-y', '-xx', '-s', '512']
  // A death is told only if its signal is; a call that a filter answers with one is seen by that alone.
  const shown = ['-e', `signal=!${HARMLESS_SIGNALS}`, '-e', `trace=${known(calls)}`]
  const injected = [
    // Writes through io_uring would pass the tracer by; programs fall back to ordinary ones.
    'io_uring_setup:error=ENOSYS',
    `${known(REFUSED_CALLS)}:error=EPERM`,
  ]
  return [required('strace'), ...format, ...shown, ...injected.flatMap((one) => ['-e', `inject=${one}`]), '--']
}

function known(calls: readonly string[]): string {
  return calls.map((name) => `?${name}`).join(',')
}
