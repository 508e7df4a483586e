import { type Parsed, UsageError } from './command.ts'

/** The server that `--url` names, in place of a command. */
export function urlOf({ text: option, command }: Pick<Parsed, 'text' | 'command'>): string | undefined {
  const text = option('url')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url takes an address such as http://127.0.0.1:3000/mcp, not ${JSON.stringify(text)}.`)
  if (url.username + url.password !== '')
    throw new UsageError(
      '--url must hold no password: put it into the `headers` of `server` in surety.yaml as ${NAME}.',
    )
  if (command.length > 0) throw new UsageError('Give either --url or `-- command`, not both.')
  return text
}
