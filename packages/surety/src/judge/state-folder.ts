interface Spot {
  readonly path: string
  readonly place: string
}

/** Folders of the home that many programs share: the one below tells whose it is. */
const SHARED: ReadonlyMap<string, number> = new Map([
  ['.cache', 1],
  ['.config', 1],
  ['.local', 2],
])

/** The folders that hold files outside the project, as far down as they tell whose they are: `~/.cache/name`, `/tmp/name`. */
export function stateFolders(files: readonly Spot[]): readonly string[] {
  const folders = new Set(files.map(stateFolder))
  const above = new Set([...folders].flatMap(foldersAbove))
  return [...folders].filter((folder) => !above.has(folder))
}

function foldersAbove(folder: string): readonly string[] {
  const parts = folder.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

export function stateFolder({ path, place }: Spot): string {
  const parts = path.split('/')
  const dot = parts.findIndex((part) => /^\.\w/.test(part))
  if (dot > 0) return parts.slice(0, dot + 1 + (SHARED.get(parts[dot] ?? '') ?? 0)).join('/')
  return parts.slice(0, place === 'temp' && parts[1] !== 'dev' ? 3 : 4).join('/')
}
