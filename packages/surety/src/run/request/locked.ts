import { join, relative } from 'node:path'
import type { Config } from '../../author/config/config.ts'
import type { ListedTool } from '../../connect/session.ts'
import type { LockEvidence } from '../../judge/evidence.ts'
import { type Difference, differences } from '../../lock/differences.ts'
import { LOCK_FILE, readLock } from '../../lock/lock-file.ts'
import type { Launch } from '../../lock/lock.ts'
import { maskFor } from './mask.ts'
import type { Prepared } from './prepare.ts'
import { asWritten } from './written-server.ts'

/** What the lock says of the server before anything was called. */
export type LockedServer = Omit<LockEvidence, 'appeared'>

type Locked =
  | {
      readonly ok: true
      /** By tool: the fields that differ, or `added`; undefined without a lock. */
      readonly changes: ReadonlyMap<string, readonly string[]> | undefined
      /** What differs and belongs to no tool that is listed. */
      readonly server: LockedServer | undefined
    }
  | { readonly ok: false; readonly reason: string }

/** How what the server lists, and how it is started, differ from surety.lock. */
export async function readLockedChanges(prepared: LaunchedFrom, tools: readonly ListedTool[]): Promise<Locked> {
  const read = await readLock(lockFile(prepared.config))
  if (read === undefined) return { ok: true, changes: undefined, server: undefined }
  if (!read.ok) return read
  const found = differences(read.lock, maskFor(prepared)(tools), launchToPin(prepared))
  const own = found.filter(({ kind }) => kind === 'added' || kind === 'changed')
  return {
    ok: true,
    changes: new Map(own.map((difference) => [difference.tool ?? '', changesOf(difference)])),
    server: {
      removed: found.flatMap(({ kind, tool }) => (kind === 'removed' && tool !== null ? [tool] : [])),
      launch: found.flatMap((difference) => (difference.kind === 'launch' ? changesOf(difference) : [])),
    },
  }
}

function changesOf({ kind, fields }: Difference): readonly string[] {
  return kind === 'added' ? ['added'] : fields.map(({ field }) => field)
}

export function lockFile({ root }: Pick<Config, 'root'>): string {
  return join(root, LOCK_FILE)
}

type LaunchedFrom = Pick<Prepared, 'config' | 'server' | 'passed'>

/** How the server is started, with `${NAME}` where the configuration says so: what it stands for may be a secret. */
export function launchToPin({ config, server }: Pick<LaunchedFrom, 'config' | 'server'>): Launch {
  const written = asWritten({ config, server })
  if (written.kind === 'http') return { url: written.url.toWellFormed() }
  const { command, args, env, cwd = config.check.mcpRoot } = written
  return {
    command: [command, ...args].map((text) => text.toWellFormed()),
    cwd: relative(config.root, cwd).toWellFormed() || '.',
    env: Object.keys(env).toSorted(),
  }
}
