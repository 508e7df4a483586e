/** Does the path match the glob? `**` any depth, `*` and `?` within a name, `{a,b}` either; a trailing `/` means all below. */
export function matchesGlob(glob: string, path: string): boolean {
  const starts = nowhere(path)
  starts[0] = 1
  return parse(glob)(path, starts)[path.length] === 1
}

/** Is the path a folder on the way to what the glob names? */
export function leadsToGlob(glob: string, path: string): boolean {
  const literal = normalized(glob).split(/[*?{]/, 1)[0] ?? ''
  return literal.startsWith(`${path}/`)
}

function normalized(glob: string): string {
  return glob.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**')
}

/** For every place in a path, its end included, 1 or 0. */
type Places = Readonly<Uint8Array>

function nowhere(path: string): Uint8Array {
  return new Uint8Array(path.length + 1)
}

/**
 * Where in the path a part of the glob can end, of all the places where it can begin. Nothing is tried twice, so that a
 * match takes at most the glob's length times the path's.
 */
type Part = (path: string, starts: Places) => Places

const TOKEN = /\/\*\*$|\*\*\/|\*\*|[*?{},]|[^*?{},/]+|\//g

function parse(glob: string): Part {
  const tokens = (normalized(glob).match(TOKEN) ?? []).values()
  return alternatives(tokens, false)
}

/** Reads up to the bracket that closes them; outside of brackets a comma or a closing one is only a character. */
function alternatives(tokens: Iterator<string>, isInner: boolean): Part {
  const parts: Part[][] = [[]]
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const token = next.value
    if (isInner && token === '}') break
    if (isInner && token === ',') parts.push([])
    else parts.at(-1)?.push(token === '{' ? alternatives(tokens, true) : (WILDCARDS.get(token) ?? literal(token)))
  }
  return either(parts.map(sequence))
}

function either(ways: readonly Part[]): Part {
  return (path, starts) => {
    const found = nowhere(path)
    for (const way of ways) {
      const ends = way(path, starts)
      for (let at = 0; at < found.length; at++) if (ends[at] === 1) found[at] = 1
    }
    return found
  }
}

function sequence(parts: readonly Part[]): Part {
  return (path, starts) => parts.reduce((places, part) => part(path, places), starts)
}

function literal(text: string): Part {
  return (path, starts) => {
    const found = nowhere(path)
    for (let at = 0; at + text.length <= path.length; at++) {
      if (starts[at] === 1 && path.startsWith(text, at)) found[at + text.length] = 1
    }
    return found
  }
}

/** As many characters as one likes, up to the one that ends it. */
function run(end: number | undefined): Part {
  return (path, starts) => {
    const found = starts.slice()
    for (let at = 0; at < path.length; at++) {
      if (found[at] === 1 && path.charCodeAt(at) !== end) found[at + 1] = 1
    }
    return found
  }
}

const SLASH = 0x2f

const WILDCARDS: ReadonlyMap<string, Part> = new Map([
  ['/**', allBelow],
  ['**/', anyFolders],
  ['**', run(undefined)],
  ['*', run(SLASH)],
  ['?', oneCharacter],
])

/** The folder itself too. */
function allBelow(path: string, starts: Places): Places {
  const found = nowhere(path)
  const isMatch = starts.some((isStart, at) => isStart === 1 && (at === path.length || path[at] === '/'))
  if (isMatch) found[path.length] = 1
  return found
}

function anyFolders(path: string, starts: Places): Places {
  const found = starts.slice()
  let isInName = false
  for (let at = 0; at < path.length; at++) {
    const isEnd = path[at] === '/'
    if (isEnd && isInName) found[at + 1] = 1
    isInName = !isEnd && (isInName || found[at] === 1)
  }
  return found
}

function oneCharacter(path: string, starts: Places): Places {
  const found = nowhere(path)
  starts.forEach((isStart, at) => {
    const character = path.codePointAt(at)
    if (isStart === 1 && character !== undefined && character !== SLASH) found[at + (character > 0xffff ? 2 : 1)] = 1
  })
  return found
}
