import type { Served } from './served.ts'

/** Passes on that the list of tools has changed, to whoever wants to know at the time. */
export class Changes {
  private readonly listeners = new Set<() => void>()
  readonly stop: () => void

  constructor({ onChange }: Served) {
    this.stop = onChange?.(() => this.tell()) ?? (() => undefined)
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

export const TOOLS_CHANGED = 'notifications/tools/list_changed'
