import type { ServerNetwork } from '../author/config/config.ts'
import { isEndpoint } from '../author/config/network.ts'
import type { TestRequest } from '../run/request/request.ts'
import { type Io, type Option, type Parsed, UsageError } from './command.ts'

/** What the server is given that it would not have by itself. */
export const serverOptions: Readonly<Record<'env' | 'network', Option>> = {
  env: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'pass this variable of yours on to the server; its value is printed nowhere',
  },
  network: {
    type: 'string',
    multiple: true,
    value: 'host:port|any',
    help: 'let the server reach this, at its start and in every call (default: nothing)',
  },
}

type Given = Pick<TestRequest, 'env' | 'network'>

export function givenToServer(parsed: Parsed, io: Io): Given {
  return {
    env: [...new Set(parsed.texts('env').map((name) => variable(name, io)))],
    network: networkOf(parsed.texts('network')),
  }
}

/** The words that give the same again. */
export function givingWords({ env, network }: Given): readonly string[] {
  return [...env.flatMap((name) => ['--env', name]), ...[network].flat().flatMap((endpoint) => ['--network', endpoint])]
}

/** The text is not shown where it may hold a value. */
function variable(name: string, { env }: Io): string {
  const [, given] = /^([A-Za-z_]\w*)=/.exec(name) ?? []
  if (given !== undefined)
    throw new UsageError(
      `--env takes the name of a variable and no value: set ${given} in your environment and write --env ${given}.`,
    )
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError(`--env takes the name of a variable, not ${JSON.stringify(name)}.`)
  if (env[name] === undefined)
    throw new UsageError(`--env ${name}: ${name} is not set in your environment. Set it, or leave --env ${name} out.`)
  return name
}

function networkOf(texts: readonly string[]): ServerNetwork {
  const wrong = texts.find((text) => text !== 'any' && !isEndpoint(text))
  if (wrong !== undefined)
    throw new UsageError(
      `--network takes host:port, such as api.example.com:443, or any, not ${JSON.stringify(wrong)}.`,
    )
  return texts.includes('any') ? 'any' : [...new Set(texts)]
}
