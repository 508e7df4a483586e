import { FILE_CALLS, OPENS } from './file-calls.ts'
import { required } from './programs.ts'

const NETWORK_CALLS = ['connect', 'bind', 'sendto', 'sendmsg', 'sendmmsg']
/** Answers to name queries say which address belongs to which name; without a network there are none. */
const ANSWER_CALLS = ['recvfrom', 'recvmsg']
const PROCESS_CALLS = ['execve', 'execveat', 'clone', 'clone3', 'fork', 'vfork', 'setsid', 'chdir', 'fchdir']

/** The tracer's words. A call this strace or this processor does not know is left out, by the question mark. */
export function straceCommand(online: boolean): readonly string[] {
  const calls = [
    ...Object.keys(OPENS),
    ...Object.keys(FILE_CALLS),
    ...NETWORK_CALLS,
    ...(online ? ANSWER_CALLS : []),
    ...PROCESS_CALLS,
    'io_uring_setup',
  ]
  const trace = `trace=${calls.map((name) => `?${name}`).join(',')}`
  const format = ['-f', '--seccomp-bpf', '-q', '-ttt', '-y', '-xx', '-s', '512']
  // Writes through io_uring would pass the tracer by; programs fall back to ordinary ones.
  const inject = 'inject=io_uring_setup:error=ENOSYS'
  return [required('strace'), ...format, '-e', 'signal=none', '-e', trace, '-e', inject, '--']
}
