/** `node "my server.mjs" --port 1` as a shell would split it; nothing is expanded or run. Undefined where a quote is left open. */
export function splitCommand(line: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let rest = line
  while (rest !== '') {
    const token = TOKEN.exec(rest)?.groups
    if (token === undefined) return undefined
    if (token['space'] !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      const { single, double, escaped, plain } = token
      word = (word ?? '') + (single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '')
    }
    rest = rest.slice(token['all']?.length ?? 1)
  }
  return word === undefined ? words : [...words, word]
}

const TOKEN =
  /^(?<all>(?<space>\s+)|'(?<single>[^']*)'|"(?<double>(?:\\[^]|[^"\\])*)"|\\(?<escaped>[^])|(?<plain>[^\s'"\\]+))/
