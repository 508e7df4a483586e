/** What of the sandbox is not bundled: these files lie in the package, as deep below it as this one and as what it becomes. */
export const LAUNCHER_FOLDER = new URL('../../launcher/', import.meta.url)
export const SPY_FOLDER = new URL('../../spy/', import.meta.url)
