/** Handlers that were found together: `confirmed` once the server is seen to dispatch by them. */
export const newGroup = () => ({ confirmed: false, held: new Map() })

/** Reports now, or as soon as the group is confirmed; under the same key only once. */
export function whenConfirmed(group, key, report) {
  if (group.confirmed) report()
  else group.held.set(key, report)
}

export function confirm(group) {
  group.confirmed = true
  const reports = [...group.held.values()]
  group.held.clear()
  for (const report of reports) report()
}
