// Preloaded into a server and every Node process below it (`node --import`). It reports which tool calls which other one,
// and whose handler changes its input, to the file SURETY_SPY names. Without that variable it does nothing at all.
if (process.env.SURETY_SPY) {
  try {
    const { spy } = await import('./node/spy.mjs')
    spy()
  } catch {
    // A server must run as well with the spy as without it.
  }
}
