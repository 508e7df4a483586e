const SMALLEST = 4096
/** What is larger is given back once it has been read. */
const WORTH_KEEPING = 1 << 20

/** Bytes that arrive in pieces, in one block that doubles: a million small pieces cost no more than their bytes. */
export class ByteBuffer {
  private block: Buffer = Buffer.alloc(0)
  length = 0

  append(piece: Buffer): void {
    const length = this.length + piece.length
    if (length > this.block.length) this.grow(length)
    piece.copy(this.block, this.length)
    this.length = length
  }

  /** All of it, to be read before the next piece comes. */
  view(): Buffer {
    return this.block.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
    if (this.block.length > WORTH_KEEPING) this.block = Buffer.alloc(0)
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.block.length, SMALLEST))
    this.view().copy(larger)
    this.block = larger
  }
}
