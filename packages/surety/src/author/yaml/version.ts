import { type Reader, wrong } from './reader.ts'

export const version: Reader<1> = {
  read: (entry) => (entry.value === 1 ? 1 : wrong(entry, '1', 'Only version 1 is known.')),
  schema: { const: 1 },
}
