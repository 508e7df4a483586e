import type { Performed } from '../call/perform.ts'
import type { ServerProcess } from '../process/server-process.ts'

/** What a process showed. */
export type ObservedProcess = Pick<ServerProcess, 'number' | 'sightings' | 'scans'>

export function callsInProcess(process: ObservedProcess, performed: readonly Performed[]): Performed[] {
  if (process.sightings.length === 0 && process.scans.length === 0) return []
  return performed.filter((one) => one.process === process.number).toSorted((a, b) => a.reply.sentAt - b.reply.sentAt)
}

/** The spy knows whose call it was, whenever it came. */
export function callsOfTool(tool: string | undefined, calls: readonly Performed[]): readonly Performed[] {
  return tool === undefined ? calls : calls.filter(({ subject }) => subject.tool === tool)
}

export function lastCallBefore(at: number, calls: readonly Performed[]): Performed | undefined {
  return calls.findLast(({ reply }) => reply.sentAt <= at)
}

/** Of what came at some time between two looks: the first call after the earlier one, else the last before. */
export function callForSilentChange(since: number, at: number, calls: readonly Performed[]): Performed | undefined {
  return calls.find(({ reply }) => reply.sentAt >= since && reply.sentAt <= at) ?? lastCallBefore(at, calls)
}
