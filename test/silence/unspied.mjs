/** A server that goes on in a process of its own, where nothing is preloaded. */
import { spawn } from 'node:child_process'

/** Asked before the first request is read. */
export function goesOnElsewhere() {
  if (process.env['NODE_OPTIONS'] === undefined) return false
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))
  const real = spawn(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' })
  process.stdin.pause()
  real.on('exit', (code) => process.exit(code ?? 1))
  return true
}

export function calls_another(
  /** @type {{ id: string }} */ args,
  /** @type {Map<string, { run: (args: { id: string }) => unknown }>} */ registry,
) {
  return registry.get('other')?.run(args)
}
