import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { log } from './log.mjs'

/** The tool that started this process while it was being called, if one did. */
const parent = process.env.SURETY_SPY_PARENT
const { parse } = JSON
const RECENT_BYTES = 64 * 1024
const RECENT_MS = 30_000

export const isStarted = parent !== undefined

/** A tool started this server and calls it: a nested call, unless the caller's own spy has said so. */
export function reportIfStarted(tool) {
  if (parent === undefined || parent === tool) return
  if (!recent().some((event) => event.how === 'client' && event.to === tool)) {
    log({ kind: 'nested', from: parent, to: tool, how: 'process' })
  }
}

/** The last events of all spies together. */
function recent() {
  const file = openSync(process.env.SURETY_SPY, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, RECENT_BYTES))
    readSync(file, tail, 0, tail.length, size - tail.length)
    const since = Date.now() - RECENT_MS
    return tail
      .toString()
      .split('\n')
      .flatMap(eventOf)
      .filter(({ at }) => at >= since)
  } finally {
    closeSync(file)
  }
}

function eventOf(line) {
  try {
    return [parse(line)]
  } catch {
    return []
  }
}
