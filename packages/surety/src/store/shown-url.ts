/** The address of a store as it may be printed: without a password, wherever it stands. */
export function shownUrl(url: string): string {
  // Up to the last @, for a password may hold one that should have been encoded.
  return url.replace(/^([a-z]\w*:\/\/[^:/?#@]*):.*@/is, '$1:…@').replace(/^([a-z]\w*:\/\/[^?]*)\?.*$/is, '$1?…')
}
