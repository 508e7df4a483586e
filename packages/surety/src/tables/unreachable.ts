import type { FailureKind, StoreFailure } from '@surety/tables'

const INSTEAD: Partial<Record<FailureKind, { readonly what: string; readonly fix: string }>> = {
  authentication: { what: 'refuses the user or the password', fix: 'Correct them in the address.' },
  unreachable: { what: 'cannot be reached', fix: 'Start it, or correct the address.' },
  timeout: { what: 'takes too long to answer', fix: 'Try again when it is less busy.' },
  connection_lost: { what: 'broke the connection', fix: 'Try again.' },
  permission: { what: 'may not be read', fix: 'Check what its user may do.' },
}

/** Why a database cannot be asked, and what to do, for its operator; `shown` is its address as it may be printed. */
export function unreachable({ kind, message }: StoreFailure, shown: string): string {
  const reason = message.replace(/\.?$/, '.')
  if (kind === 'database_not_found')
    return `There is no database ${shown}: create it, then its tables with what \`surety tables ddl\` prints, or correct the address.`
  if (shown.startsWith('sqlite:')) return `${reason} Put it right, or name another file.`
  const { what, fix } = INSTEAD[kind] ?? { what: 'cannot be used', fix: '' }
  return `The database ${shown} ${what}: ${reason} ${fix}`.trimEnd()
}
