/** Does the path match the glob? `**` any depth, `*` and `?` within a name, `{a,b}` either; a trailing `/` means all below. */
export function matchesGlob(glob: string, path: string): boolean {
  return regexOf(glob).test(path)
}

/** Is the path a folder on the way to what the glob names? */
export function leadsToGlob(glob: string, path: string): boolean {
  const literal = normalized(glob).split(/[*?{]/, 1)[0] ?? ''
  return literal.startsWith(`${path}/`)
}

function normalized(glob: string): string {
  return glob.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**')
}

const TOKEN = /\/\*\*$|\*\*\/|\*\*|[*?{},]|[^*?{},/]+|\//g

function regexOf(glob: string): RegExp {
  let open = 0
  const parts = (normalized(glob).match(TOKEN) ?? []).map((token) => {
    if (token === '{') open++
    if (token === '}' && open === 0) return '\\}'
    if (token === '}') open--
    if (token === ',' && open === 0) return ','
    return TRANSLATED.get(token) ?? token.replaceAll(/[\\^$.|+()[\]]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}${')'.repeat(open)}$`, 'su')
}

const TRANSLATED: ReadonlyMap<string, string> = new Map([
  ['/**', '(?:/.*)?'],
  ['**/', '(?:[^/]+/)*'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
  ['{', '(?:'],
  ['}', ')'],
  [',', '|'],
])
