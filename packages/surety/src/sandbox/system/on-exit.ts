const endings = new Set<() => void>()

/** Has something done should this process end first; call the result once it is no longer needed. */
export function onExit(end: () => void): () => void {
  if (endings.size === 0) process.on('exit', runAll)
  endings.add(end)
  return () => {
    endings.delete(end)
    if (endings.size === 0) process.off('exit', runAll)
  }
}

/** The last first, as one may rest on another; one that fails does not keep the others from being done. */
function runAll(): void {
  for (const end of [...endings].toReversed()) {
    try {
      end()
    } catch {
      // Nobody is left to be told.
    }
  }
}
