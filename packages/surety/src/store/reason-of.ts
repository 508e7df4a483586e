/** Why something failed, in one sentence. Several attempts at one name, such as localhost, fail each with a reason of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
