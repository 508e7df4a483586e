import type { Io, Parsed } from './command.ts'

export async function initVerb(_parsed: Parsed, _io: Io, _dir: string): Promise<number> {
  return 0
}
