import type { LineOutput } from './line-writer.ts'

/** Standard output for the protocol alone: what anything else prints there goes to standard error until it is given back. */
export function ownStdout(): { readonly output: LineOutput; readonly release: () => void } {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const redirected = stderr.write.bind(stderr)
  stdout.write = redirected
  return {
    output: { stream: stdout, write: (text) => write(text) },
    release: () => {
      if (stdout.write === redirected) stdout.write = write
    },
  }
}
