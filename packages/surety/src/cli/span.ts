/** A length of time for people: `0.4 ms`, `12.3 s`, `2 min 5 s`, `3 h 2 min`, `4 d 1 h`. */
export function span(milliseconds: number): string {
  if (milliseconds < 10) return `${Math.round(milliseconds * 10) / 10} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${Math.floor(seconds * 10) / 10} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  const hours = Math.floor(seconds / 3600)
  return hours < 24
    ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
    : `${Math.floor(hours / 24)} d ${hours % 24} h`
}
