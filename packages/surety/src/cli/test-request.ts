import { resolve } from 'node:path'
import { type Json, isRecord } from '@surety/tool-contracts/tools'
import { EFFECT_REQUIREMENTS, type EffectRequirement } from '../author/config.ts'
import type { TestRequest } from '../run/request.ts'
import { type Io, type Parsed, UsageError } from './command.ts'
import { plainRequest } from './plain-request.ts'

/** What the command line of `surety test` asks for; throws UsageError where it cannot be meant. */
export function testRequest(parsed: Parsed, io: Io): TestRequest {
  const tools = parsed.texts('tool')
  const input = inputOf(parsed.text('input'))
  if (input !== undefined && tools.length !== 1) throw new UsageError('--input needs exactly one --tool.')
  const url = urlOf(parsed.text('url'))
  if (url !== undefined && parsed.command.length > 0)
    throw new UsageError('Give either --url or `-- command`, not both.')
  const config = parsed.text('config')
  const plain = plainRequest(parsed, io)
  const workers = parsed.whole('workers') ?? plain.workers
  if (workers < 1) throw new UsageError('--workers takes 1 or more.')
  return {
    ...plain,
    origin: [...parsed.operands, ...given('--config', config), ...given('--url', url)],
    configFile: config === undefined ? undefined : resolve(io.cwd, config),
    tools,
    strict: parsed.flag('strict'),
    explore: parsed.flag('explore'),
    seed: parsed.whole('seed') ?? plain.seed,
    input,
    workers,
    url,
    require: parsed.texts('require').flatMap((text) => text.split(',').map(requirementOf)),
  }
}

function urlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url takes an address such as http://127.0.0.1:3000/mcp, not ${JSON.stringify(text)}.`)
  if (url.username + url.password !== '')
    throw new UsageError(
      '--url must hold no password: put it into the `headers` of `server` in surety.yaml as ${NAME}.',
    )
  return text
}

function given(option: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [option, value]
}

function inputOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  const input = parseJson(text)
  if (isRecord(input)) return input
  throw new UsageError(`--input takes a JSON object, the arguments by name, not ${text}.`)
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--input is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function requirementOf(text: string): EffectRequirement {
  const known = EFFECT_REQUIREMENTS.find((one) => one === text.trim())
  if (known === undefined)
    throw new UsageError(`--require takes ${EFFECT_REQUIREMENTS.join(', ')}, not ${JSON.stringify(text)}.`)
  return known
}
