import { readFileSync } from 'node:fs'
import { asCalled, calledAs } from './called-as.ts'
import { type Io, UsageError } from './command.ts'

/** The terminal, the environment and the folder the command was called in. */
export function realIo(): Io {
  const name = calledAs(process.argv[1] ?? '', process.env['PATH'] ?? '')
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(asCalled(text, name)),
    env: process.env,
    get cwd() {
      return workingFolder()
    },
    version: versionOf(),
    calledAs: name,
    isTTY: { out: process.stdout.isTTY, err: process.stderr.isTTY },
    columns: process.stdout.columns || 100,
  }
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    throw new UsageError('The folder this was called in is gone or may not be entered: change to one that is there.')
  }
}

function versionOf(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return version
}
