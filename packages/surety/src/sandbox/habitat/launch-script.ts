import { SAYS } from '../trace/trace-log.ts'
import type { Habitat } from './habitat.ts'
import { type Policy, confine, enter } from '../system/launcher.ts'
import { commandFile, program } from '../system/programs.ts'

export interface Mounting {
  readonly mount: string
  readonly scratch: string
  readonly network: NetworkKind
  readonly trees: readonly TreeMounting[]
}

/** The machine's own, one with the declared endpoints alone, or one with nobody in it. */
export type NetworkKind = 'machine' | 'declared' | 'none'

interface TreeMounting {
  /** Whether layers are worth trying. */
  readonly layers: boolean
  /** What becomes of it where the kernel refuses them: a copy, or the real one, read-only. */
  readonly otherwise: 'copied' | 'shown'
  /** Options that a mount of it must repeat in that case. */
  readonly locked: readonly string[]
}

/**
 * The shell around the server: the first process of the sandbox, which stays until told to go.
 * Descriptor 3 takes what it and the tracer have to say, 4 brings answers, 5 is the server's stderr and 6 what the
 * set-up command prints to: what the shell and its launcher remark on the way is neither's.
 */
export function launchScript(habitat: Habitat, tracer: readonly string[]): string {
  const { mounting, setup, command } = habitat
  const [strace, ...straceWords] = tracer
  // The tracer opens the shell's descriptor by name, so that the server does not inherit it.
  const traced = strace === undefined ? '' : `${quote(strace)} -o /proc/$$/fd/3 ${words(straceWords)} `
  // Where no namespace ends with its first process, each has to end with its parent.
  const bound = habitat.native === undefined || strace === undefined ? '' : `${words(enter())} `
  return [
    `say() { printf '${SAYS}%s\\n' "$*" >&3; }`,
    'ask() { say "$@"; read -r answer <&4 && [ "$answer" = go ]; }',
    ...(mounting === undefined ? [] : mountLines(mounting)),
    `cd ${quote(habitat.cwd)} || exit 1`,
    'ulimit -c 0',
    ...(setup === undefined ? [] : setupLines(launched(habitat, 'untraced', setup), habitat.contained)),
    'say ready',
    alone(bound + traced + words(launched(habitat, strace === undefined ? 'untraced' : 'traced', command)), 5),
    'say exit $?',
    'read -r answer <&4',
  ].join('\n')
}

/** How many programs run in a traced server's process one after the other, the server last. */
export function launchesOf({ native, drops }: Habitat): number {
  return 1 + Number(native !== undefined) + Number(drops.length > 0)
}

/** The words that start a command as a server: found by its own PATH, with its own environment. */
function launched(
  { native, drops, powers, cwd, env }: Habitat,
  policy: Policy,
  command: readonly string[],
): readonly string[] {
  const [first = ''] = command
  if (native === undefined) return command
  return [...drops, ...confine(policy, powers, commandFile(first, cwd, env['PATH'] ?? '') ?? first, command)]
}

function mountLines({ mount, scratch, network, trees }: Mounting): readonly string[] {
  const ip = program('ip')
  return [
    ...(network === 'machine' || ip === undefined ? [] : [`${quote(ip)} link set lo up 2>/dev/null`]),
    // The declared endpoints are opened while the rest is made.
    ...(network === 'declared' ? ['say network'] : []),
    `cd ${quote(scratch)} || exit 1`,
    ...trees.map((tree, index) => treeLine(quote(mount), tree, index)),
    `${quote(mount)} -a -T fstab || exit 1`,
    // One of these may have vanished meanwhile.
    `[ ! -s channels ] || ${quote(mount)} -a -T channels 2>/dev/null || . ./check-channels || exit 1`,
    ...(network === 'declared' ? ['ask endpoints || exit 1'] : []),
  ]
}

/** Without devices in any case: what opens one of them is no longer in the sandbox. */
function treeLine(mount: string, { layers, otherwise, locked }: TreeMounting, index: number): string {
  const options = `nodev,lowerdir=lower${index},upperdir=upper${index},workdir=work${index},userxattr,volatile`
  const overlay = `${mount} -t overlay surety -o ${options} tree${index} 2>/dev/null || `
  const remount = (more: readonly string[]) =>
    `${mount} -o ${['remount', 'bind', ...more, ...locked].join(',')} tree${index}`
  const shown = `{ ${mount} --rbind lower${index} tree${index} && ${remount(['ro', 'nodev'])}; }`
  const copied = `{ ask copy ${index} && ${mount} --bind tree${index} tree${index} && ${remount(['nodev'])}; }`
  return `${layers ? overlay : ''}${otherwise === 'shown' ? shown : copied} || exit 1`
}

/** A script that fails if one of these can still be reached. */
export function channelCheck(channels: readonly string[]): string {
  const isReached = channels.map((path) => `[ -S ${quote(path)} ] || [ -p ${quote(path)} ]`)
  return `! { ${['false', ...isReached].join(' ||\n')}; }\n`
}

function setupLines(command: readonly string[], isContained: boolean): readonly string[] {
  return [
    `${alone(words(command), 6)} </dev/null >&6 || { say failed $?; exit 1; }`,
    'ask baseline || exit 1',
    // The kernel tells at one moment whether there is anybody else: one that moves on between two looks at /proc is found too.
    ...(isContained ? ['! kill -s 0 -- -1 2>/dev/null || say left'] : []),
  ]
}

/** A command without the shell's descriptors, in a process of its own: the shell must keep them open. */
function alone(command: string, stderr: 5 | 6): string {
  return `(exec 2>&${stderr} 3>&- 4>&- 5>&- 6>&-; exec ${command})`
}

function words(list: readonly string[]): string {
  return list.map((word) => quote(word)).join(' ')
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
