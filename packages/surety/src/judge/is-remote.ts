import type { Observable } from './evidence.ts'

/** Does the server run elsewhere, behind a URL? Of one that was started here at least the memory is limited. */
export function isRemote({ memory }: Observable): boolean {
  return memory.how === 'unseen'
}
