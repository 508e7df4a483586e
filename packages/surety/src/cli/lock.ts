import { suggestion } from '@surety/tool-contracts/tools'
import { count, list } from '../judge/words.ts'
import { describeDifferences } from '../lock/describe-differences.ts'
import { type Difference, differences } from '../lock/differences.ts'
import { readLock, writeLock } from '../lock/lock-file.ts'
import { type Lock, acceptTool, lockOf } from '../lock/lock.ts'
import { pin } from '../lock/pin.ts'
import { printable } from '../report/printable.ts'
import { type Listing, listServer } from '../run/process/list-server.ts'
import { launchToPin, lockFile } from '../run/request/locked.ts'
import { asCalled } from './called-as.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { plainRequest } from './plain-request.ts'

export const lock: Command = {
  name: 'lock',
  summary: "Pins the tools' definitions and the launch command in surety.lock, beside the configuration.",
  operands: '[dir]',
  options: {
    accept: { type: 'string', multiple: true, value: 'tool', help: 'renew what is pinned of this tool only' },
  },
  takesCommand: true,
  examples: ['surety lock', 'surety lock --accept fetch_user'],
  run,
}

type Server = Extract<Listing, { ok: true }>

async function run(parsed: Parsed, io: Io): Promise<number> {
  const server = await listServer(plainRequest(parsed, io))
  if (!server.ok) throw new UsageError(server.reasons.map(printable).join('\nsurety: '))
  for (const problem of server.problems) io.err(`surety: ${printable(problem)}\n`)
  const file = lockFile(server.prepared.config)
  const read = await readLock(file)
  if (read?.ok === false) throw new UsageError(printable(read.reason))
  const next = nextLock(read?.lock, server, parsed.texts('accept'))
  await write(file, next)
  io.out(asCalled(describe(read?.lock, next, server), io.calledAs))
  return reportUnpinned(server, io)
}

function nextLock(before: Lock | undefined, { tools, prepared }: Server, accepted: readonly string[]): Lock {
  if (accepted.length === 0) return lockOf(tools, launchToPin(prepared))
  if (before === undefined)
    throw new UsageError('There is no surety.lock in which to accept a tool; run `surety lock`.')
  const names = [...tools, ...before.tools].map(({ name }) => name)
  const unknown = accepted.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `No tool is named ${JSON.stringify(unknown)}, in the listing or in surety.lock.${printable(suggestion(unknown, names))}`,
    )
  return accepted.reduce((lock, name) => acceptTool(lock, tools, name), before)
}

async function write(file: string, lock: Lock): Promise<void> {
  await writeLock(file, lock).catch((error: unknown) => {
    throw new UsageError(`surety.lock cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  })
}

/** What is pinned now and was not before, and what still differs. */
function describe(before: Lock | undefined, next: Lock, { tools, prepared }: Server): string {
  const pinned = `Pinned ${count(next.tools.length, 'tool')} in surety.lock.\n`
  if (before === undefined) return pinned
  const launch = launchToPin(prepared)
  const open = differences(next, tools, launch)
  const isOpen = (one: Difference): boolean => open.some(({ tool, kind }) => tool === one.tool && kind === one.kind)
  const renewed = differences(before, tools, launch).filter((difference) => !isOpen(difference))
  const left = open.length === 0 ? '' : `Not accepted: ${namesOf(open)}. \`surety diff\` shows what differs.\n`
  return `${describeDifferences(renewed, printable) || 'Nothing new.\n'}${pinned}${left}`
}

function namesOf(differences: readonly Difference[]): string {
  return printable(
    list(
      differences.map(({ tool }) => tool ?? 'the launch of the server'),
      10,
    ),
  )
}

function reportUnpinned({ tools }: Server, io: Io): number {
  const unpinned = tools.map(pin).filter((one) => !one.ok)
  for (const { name, reason } of unpinned) io.err(`surety: ${printable(`${name} cannot be pinned. ${reason}`)}\n`)
  return unpinned.length === 0 ? EXIT.ok : EXIT.failed
}
