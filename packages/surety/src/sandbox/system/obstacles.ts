import { existsSync, readFileSync } from 'node:fs'
import type { Ability } from '../cell.ts'
import { program } from './programs.ts'

type Obstacle = Extract<Ability, { works: false }>

/** Kernel settings that forbid namespaces or tracing, and what they must be. */
const NAMESPACE_SETTINGS = [
  { key: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allows: '0' },
  { key: 'kernel.unprivileged_userns_clone', forbids: '0', allows: '1' },
  { key: 'user.max_user_namespaces', forbids: '0', allows: '15000' },
]
const TRACER_SETTINGS = [
  { key: 'kernel.yama.ptrace_scope', forbids: '3', allows: '1' },
  { key: 'kernel.yama.ptrace_scope', forbids: '2', allows: '1' },
]
const INSTALLERS = [
  ['apt-get', 'sudo apt-get install -y'],
  ['dnf', 'sudo dnf install -y'],
  ['apk', 'sudo apk add'],
  ['pacman', 'sudo pacman -S --noconfirm'],
  ['zypper', 'sudo zypper install -y'],
] as const

/** Why programs that are needed are not there; undefined when they are. */
export function missing(names: readonly string[], packageName: string): Obstacle | undefined {
  const lacking = names.filter((name) => program(name) === undefined)
  if (lacking.length === 0) return undefined
  const installer = INSTALLERS.find(([name]) => program(name) !== undefined)?.[1]
  const enable = installer === undefined ? undefined : `${installer} ${packageName}`
  return { works: false, reason: `${lacking.join(', ')} not installed`, enable }
}

export function namespaceRefused(message: string): Obstacle {
  const inContainer =
    'run the container with --cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined'
  return refused(`namespaces are refused: ${message}`, NAMESPACE_SETTINGS, inContainer)
}

export function tracerRefused(message: string): Obstacle {
  return refused(`tracing is refused: ${message}`, TRACER_SETTINGS, 'run the container with --cap-add SYS_PTRACE')
}

function refused(reason: string, settings: typeof NAMESPACE_SETTINGS, inContainer: string): Obstacle {
  const culprit = settings.find(({ key, forbids }) => setting(key) === forbids)
  if (culprit !== undefined) {
    return {
      works: false,
      reason: `${reason} (${culprit.key} is ${culprit.forbids})`,
      enable: `sudo sysctl -w ${culprit.key}=${culprit.allows}`,
    }
  }
  return { works: false, reason, enable: isContainer() ? inContainer : undefined }
}

function setting(key: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${key.replaceAll('.', '/')}`, 'utf8').trim()
  } catch {
    return undefined
  }
}

function isContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv')
}
