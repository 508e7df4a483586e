import { cpus } from 'node:os'

const WORTH = 3

/** Is work of this length worth the start of another process? */
export function isWorthStart(workMs: number, startMs: number): boolean {
  return workMs > WORTH * startMs
}

/** Tells, each time it is asked, whether a core had nothing to do since it was last asked. */
export function spareCore(): () => boolean {
  let before = times()
  return () => {
    const now = times()
    const [idle, all] = [now.idle - before.idle, now.all - before.all]
    before = now
    return all === 0 || (idle / all) * now.cores >= 0.5
  }
}

function times(): { readonly idle: number; readonly all: number; readonly cores: number } {
  const own = cpus()
  const all = own.flatMap((cpu) => Object.values(cpu.times)).reduce((sum, time) => sum + time, 0)
  return { idle: own.reduce((sum, cpu) => sum + cpu.times.idle, 0), all, cores: own.length }
}
