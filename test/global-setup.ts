import { execFileSync } from 'node:child_process'
import { lacking } from './machine.ts'

/** Builds what is tested as users get it, and says which tests this machine cannot run. */
export function setup(): void {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' })
  const missing = lacking()
  if (missing.length === 0) return
  if (process.env['SURETY_REQUIRE'] === 'all')
    throw new Error(`SURETY_REQUIRE=all, but there is no ${missing.join(', ')}.`)
  console.log(`This machine has no ${missing.join(', ')}: tests that need them are skipped.`)
}
