import { basename } from 'node:path'
import { isUnder } from '../files/trees.ts'

/**
 * What the machine does of itself when a program is started, before the program runs: a version manager's shim looks up
 * which version is meant, a login shell runs the user's profile.
 */
export type MachineStart =
  /** `name`: the program that it stands for. */
  | { readonly kind: 'shim'; readonly name: string; readonly manager: Manager }
  /** `programs`: what the shell may run once the profile is done. */
  | { readonly kind: 'profile'; readonly programs: readonly string[] }

/** Folders of a version manager, below the home. */
interface Manager {
  readonly shims: string
  /** What only it writes to. */
  readonly own: readonly string[]
  /** The real programs. */
  readonly programs: string
}

const MANAGERS: readonly Manager[] = [
  ...['pyenv', 'rbenv', 'nodenv', 'jenv', 'goenv', 'phpenv', 'plenv'].map((name) => ({
    shims: `.${name}/shims`,
    own: [`.${name}`, `.cache/${name}`],
    programs: `.${name}/versions`,
  })),
  { shims: '.asdf/shims', own: ['.asdf'], programs: '.asdf/installs' },
  { shims: '.volta/bin', own: ['.volta'], programs: '.volta/tools' },
  {
    shims: '.local/share/mise/shims',
    own: ['.local/share/mise', '.local/state/mise', '.cache/mise'],
    programs: '.local/share/mise/installs',
  },
]

const SHELL = /^-?(?:ba|z|k|da)?sh$/
const INTERPRETER = /^(?:env|(?:ba|z|k|da)?sh)$/

/** A program that is started; `inHome`: its path below the home, if it lies there. */
export interface Started {
  readonly file: string
  readonly inHome: string | undefined
  readonly words: readonly string[]
}

/** What the machine does first when this program is started by one of the server's own; undefined: nothing. */
export function machineStart({ file, inHome, words }: Started): MachineStart | undefined {
  const manager = MANAGERS.find(({ shims }) => inHome !== undefined && isUnder(inHome, shims))
  if (manager !== undefined) return { kind: 'shim', name: basename(file), manager }
  return SHELL.test(basename(file)) && readsProfile(words)
    ? { kind: 'profile', programs: programsIn(words) }
    : undefined
}

/** Whether the machine is still at it once a process of it starts this program; `isChild`: the process was started by it. */
export function isStillStarting(
  start: MachineStart,
  { file, words, inHome }: Started,
  homeOf: (path: string) => string | undefined,
  isChild: boolean,
): boolean {
  const name = basename(file)
  if (start.kind === 'profile') return !start.programs.includes(name)
  const { own, programs } = start.manager
  const isOwn = (path: string | undefined): boolean =>
    path !== undefined && own.some((folder) => isUnder(path, folder)) && !isUnder(path, programs)
  const script = INTERPRETER.test(name) ? words.slice(1).find((word) => word.startsWith('/')) : undefined
  if (isOwn(inHome) || (script !== undefined && isOwn(homeOf(script)))) return true
  return isChild && name !== start.name
}

/** Whose a change is that a process makes meanwhile: the machine's, perhaps the machine's, or the server's all the same. */
export function ownerOfChange(
  start: MachineStart,
  place: string,
  inHome: string | undefined,
): 'machine' | 'unsure' | undefined {
  if (place === 'project') return undefined
  // Functions, variables and files that a server brings along can make any shell do more than its profile does.
  if (start.kind === 'profile') return 'unsure'
  return inHome !== undefined && start.manager.own.some((folder) => isUnder(inHome, folder)) ? 'machine' : undefined
}

/** A login shell, or an interactive one. */
function readsProfile([zeroth = '', ...words]: readonly string[]): boolean {
  return zeroth.startsWith('-') || optionsOf(words).some((word) => word === '--login' || /^-[a-z]*[li]/.test(word))
}

function optionsOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => !/^[-+]/.test(word))
  return end === -1 ? words : words.slice(0, end)
}

/** All that `-c` may have the shell run. */
function programsIn([, ...words]: readonly string[]): readonly string[] {
  const options = optionsOf(words)
  const command = options.some((word) => /^-[a-z]*c/.test(word)) ? (words[options.length] ?? '') : ''
  return (command.match(/[\w./+-]+/g) ?? []).map((word) => basename(word))
}
