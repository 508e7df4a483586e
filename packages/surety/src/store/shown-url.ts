/** The address of a store as it may be printed: without a password, wherever it stands, also where it is none. */
export function shownUrl(url: string): string {
  return (
    url
      // Up to the last @, for a password may hold one that should have been encoded.
      .replace(/^([a-z]\w*:\/\/[^:/?#@]*):.*@/is, '$1:…@')
      .replace(/^([a-z]\w*:\/\/[^?]*)\?.*$/is, '$1?…')
      // Without a scheme, or with a slip in it.
      .replace(/^(?![a-z]\w*:\/\/|sqlite:).*@/is, '…@')
  )
}
