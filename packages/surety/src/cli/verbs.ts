import { type Command, type Io, type Option, type Parsed, UsageError } from './command.ts'
import { STORE_OPTIONS } from './record-store.ts'

/** One of the things that a command does: `create` in `surety token create`. */
export interface Verb {
  /** What must follow it: `ID`; in brackets what may: `[dir]`. */
  readonly operand?: string
  /** Its own options, as the help shows them: `--id name [--expires 90d]`. */
  readonly usage: string
  readonly run: (parsed: Parsed, io: Io, operand: string) => Promise<number>
}

/** A command that does several things; what it is asked for is its first operand. */
export function commandWithVerbs(command: {
  readonly name: string
  readonly summary: string
  readonly verbs: Readonly<Record<string, Verb>>
  /** Each is for the verbs whose usage names it. */
  readonly options: Readonly<Record<string, Option>>
  /** Options for every verb; those by which the record is found unless given. */
  readonly shared?: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
}): Command {
  const { name, summary, verbs, options, shared = STORE_OPTIONS, examples } = command
  return {
    name,
    summary,
    operands: `${Object.keys(verbs).join('|')} [ID]`,
    usages: Object.entries(verbs).map(([verb, { operand = '', usage }]) => words(name, verb, operand, usage)),
    options: { ...options, ...shared },
    takesCommand: false,
    examples,
    async run(parsed, io) {
      const [asked, operand] = parsed.operands
      const verb = verbNamed(asked, command)
      const wanted = words(name, asked ?? '', verb.operand ?? '', verb.usage)
      if (verb.operand === undefined && operand !== undefined)
        throw new UsageError(`surety ${name} ${asked} takes no ${JSON.stringify(operand)}: surety ${wanted}.`)
      if (verb.operand !== undefined && !verb.operand.startsWith('[') && (operand ?? '') === '')
        throw new UsageError(
          `surety ${name} ${asked} needs ${/^[AEIO]/.test(verb.operand) ? 'an' : 'a'} ${verb.operand}: surety ${wanted}.`,
        )
      const foreign = Object.keys(options).find(
        (option) => isGiven(parsed, option) && !new RegExp(`--${option}\\b`).test(verb.usage),
      )
      if (foreign !== undefined)
        throw new UsageError(`surety ${name} ${asked} takes no --${foreign}: surety ${wanted}.`)
      return verb.run(parsed, io, operand ?? '')
    },
  }
}

function verbNamed(
  asked: string | undefined,
  { name, verbs }: { readonly name: string; readonly verbs: Readonly<Record<string, Verb>> },
): Verb {
  const among = Object.keys(verbs)
  if (asked === undefined) throw new UsageError(`Say what surety ${name} shall do: ${among.join(', ')}.`)
  const verb = Object.hasOwn(verbs, asked) ? verbs[asked] : undefined
  if (verb !== undefined) return verb
  throw new UsageError(`surety ${name} has no ${JSON.stringify(asked)}; it has ${among.join(', ')}.`, {
    name: asked,
    among,
  })
}

function isGiven(parsed: Parsed, option: string): boolean {
  return parsed.flag(option) || parsed.text(option) !== undefined
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
