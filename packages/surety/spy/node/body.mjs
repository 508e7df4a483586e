const LONGEST = 4000
const QUOTES = '"\'`'

/** The text of a branch that begins at this offset and was opened by `:` of a case, `)` of a condition, or `?`. */
export function bodyAt(source, offset, opened) {
  const isBlock = source[offset] === '{'
  const last = Math.min(source.length, offset + LONGEST)
  let depth = 0
  for (let at = offset; at < last; at += 1) {
    const char = source[at]
    if (QUOTES.includes(char)) at = endOfString(source, at)
    else if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    const ends = depth < 0 || (depth === 0 && endsBranch(source, at, opened, isBlock))
    if (ends) return source.slice(offset, at)
  }
  return source.slice(offset, last)
}

function endsBranch(source, at, opened, isBlock) {
  if (opened === ':') return /^(?:case\b|default\s*:)/.test(source.slice(at, at + 9)) && !/[\w$.]/.test(source[at - 1])
  if (opened === '?') return source[at] === ':' || source[at] === ';'
  return isBlock ? source[at] === '}' : source[at] === ';' || source[at] === '\n'
}

function endOfString(source, start) {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === source[start]) return at
  }
  return start
}
