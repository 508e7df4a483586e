/** What the spy cannot do or understand, it does without: the server must not notice. */
export function quietly(look) {
  try {
    return look()
  } catch {
    return undefined
  }
}
