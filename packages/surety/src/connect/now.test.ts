import { afterEach, expect, it } from 'vitest'

afterEach(() => {
  Reflect.deleteProperty(performance, 'timeOrigin')
})

it.each([
  ['runner', './now.ts'],
  ['spy', '../../spy/node/clock.mjs'],
])('the %s tells the time that all processes tell, though Node took another for that of its start', async (_, file) => {
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + 20, configurable: true })
  const { now }: { now: () => number } = await import(file)
  for (let round = 0; round < 1000; round += 1) {
    const before = Date.now()
    const at = now()
    expect(at).toBeGreaterThan(before - 0.1)
    expect(at).toBeLessThan(Date.now() + 1)
  }
})
