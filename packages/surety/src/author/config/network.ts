import { type Reader, formed, listOf, oneOf, wrong } from '../yaml/reader.ts'

const ENDPOINT = /^(?:(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/

export function isEndpoint(text: string): boolean {
  const port = Number(ENDPOINT.exec(text)?.[1] ?? 0)
  return port >= 1 && port <= 65_535
}

/** `api.example.com:443`, `*.example.com:443` */
const endpoint: Reader<string> = formed('host:port, such as api.example.com:443', (text) =>
  isEndpoint(text) ? text : undefined,
)

const endpoints = listOf(endpoint)

/** What may be reached: one of these words, or a list of endpoints. */
export function network<const Word extends string>(words: readonly Word[]): Reader<Word | readonly string[]> {
  const word = oneOf(words)
  return {
    read(entry) {
      const { value } = entry
      if (typeof value !== 'string') return endpoints.read(entry)
      if (!isEndpoint(value)) return word.read(entry)
      return wrong(entry, `${words.join(', ')} or a list`, `Write it as a list: ["${value}"].`)
    },
    schema: { anyOf: [word.schema, endpoints.schema] },
  }
}
