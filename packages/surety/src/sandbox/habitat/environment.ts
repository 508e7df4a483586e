import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SPY_FOLDER } from '../own-files.ts'

const KEPT = ['PATH', 'HOME', 'LANG', 'TZ', 'USER', 'LOGNAME', 'SHELL']
/** Caches that would look like effects of the tool, and colours that would look like noise. */
const QUIET = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  NODE_DISABLE_COMPILE_CACHE: '1',
  // `git status` and `git diff` write down when they last looked at a file.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'diff.autoRefreshIndex',
  GIT_CONFIG_VALUE_0: 'false',
}

/** What the server is told of its surroundings: an allow-list, what was declared for it, and the spy's wiring. */
export function environment(
  declared: Readonly<Record<string, string>>,
  places: Readonly<Record<string, string>>,
  spyLog: string | undefined,
): Readonly<Record<string, string>> {
  const kept = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && (KEPT.includes(pair[0]) || pair[0].startsWith('LC_')),
  )
  const env = { ...Object.fromEntries(kept), ...QUIET, ...places, ...declared }
  return spyLog === undefined ? env : { ...env, ...spied(env, spyLog) }
}

/** Where the files preloaded into the server lie. */
export function spyFolder(): string {
  return fileURLToPath(SPY_FOLDER)
}

function spied(env: Readonly<Record<string, string>>, log: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: joined(' ', env['NODE_OPTIONS'], `--import ${new URL('node.mjs', SPY_FOLDER).href}`),
    PYTHONPATH: joined(delimiter, join(spyFolder(), 'python'), env['PYTHONPATH']),
    SURETY_SPY: log,
  }
}

function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator)
}
