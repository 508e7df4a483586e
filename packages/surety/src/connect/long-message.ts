/** How much is kept of either end of what is too long to keep. */
const EDGE = 1024

/** A message too long to keep: its ends, and how long it was. */
export interface LongMessage {
  readonly head: Buffer
  readonly tail: Buffer
  readonly bytes: number
}

/** What was kept so far, and the piece that made it too long. */
export function tooLong(kept: Buffer, piece: Buffer): LongMessage {
  return { head: beginning(kept, piece), tail: ending(kept, piece), bytes: kept.length + piece.length }
}

export function longer({ head, tail, bytes }: LongMessage, piece: Buffer): LongMessage {
  const full = head.length === EDGE
  return { head: full ? head : beginning(head, piece), tail: ending(tail, piece), bytes: bytes + piece.length }
}

// Both ends are copies, so that nothing larger stays alive with them.

function beginning(before: Buffer, piece: Buffer): Buffer {
  return Buffer.concat([before.subarray(0, EDGE), piece.subarray(0, EDGE)]).subarray(0, EDGE)
}

function ending(before: Buffer, piece: Buffer): Buffer {
  return Buffer.concat([before.subarray(-EDGE), piece.subarray(-EDGE)]).subarray(-EDGE)
}
