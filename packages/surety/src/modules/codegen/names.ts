/** Names for what is generated: identifiers, no two the same, the same for the same tools. */

/** Keywords, what every object has, what makes a promise of an object, and what generated code uses itself. */
const TAKEN = new Set(
  `abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval
  export extends false finally for from function get if implements import in infer instanceof interface is keyof let
  module namespace never new null number object of package private protected public readonly require return set static string super
  switch symbol then this throw true try type typeof undefined unknown unique using var void while with yield
  z Client CallTool createClient call input Promise Record Object RegExp`
    .split(/\s+/)
    .concat(Object.getOwnPropertyNames(Object.prototype)),
)

/** `files.read-all` as `filesReadAll`; `tool` where no letter or digit is left. */
export function camelCase(name: string): string {
  const [first = 'tool', ...rest] = name.match(/[A-Za-z0-9]+/g) ?? []
  const joined = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capitalized).join('')
  return /^\d/.test(joined) ? `tool${joined}` : joined
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Gives each wish a name: the wish itself, or with the first number that makes it another. Which it is in depends on the order. */
export function createNames(taken: Iterable<string> = []): (wish: string) => string {
  const given = new Set([...TAKEN, ...taken])
  return (wish) => {
    let name = wish
    for (let number = 2; given.has(name); number++) name = `${wish}${number}`
    given.add(name)
    return name
  }
}
