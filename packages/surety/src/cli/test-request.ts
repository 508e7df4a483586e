import { dirname, resolve } from 'node:path'
import { EFFECT_REQUIREMENTS, type EffectRequirement } from '../author/config/config.ts'
import type { TestRequest } from '../run/request/request.ts'
import { type Io, type Parsed, UsageError } from './command.ts'
import { inputOf } from './input-of.ts'
import { plainRequest } from './plain-request.ts'
import { givingWords } from './server-options.ts'
import { urlOf } from './url-of.ts'

/** What the command line of `surety test` asks for; throws UsageError where it cannot be meant. */
export function testRequest(parsed: Parsed, io: Io): TestRequest {
  const tools = parsed.texts('tool')
  const input = inputOf(parsed.text('input'), io.cwd)
  if (input !== undefined && tools.length !== 1) throw new UsageError('--input needs exactly one --tool.')
  const url = urlOf(parsed)
  const config = parsed.text('config')
  const plain = plainRequest(parsed, io)
  const workers = parsed.whole('workers') ?? plain.workers
  if (workers < 1) throw new UsageError('--workers takes 1 or more.')
  return {
    ...plain,
    origin: [
      ...parsed.operands,
      ...given('--config', config),
      ...given('--url', url),
      ...givingWords(plain),
      ...(parsed.flag('installed') ? ['--installed'] : []),
    ],
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

/** The folder that a configuration's paths are relative to. */
export function rootOf({ dir, configFile }: Pick<TestRequest, 'dir' | 'configFile'>): string {
  return dirname(resolve(dir, configFile ?? 'surety.yaml'))
}

function given(option: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [option, value]
}

function requirementOf(text: string): EffectRequirement {
  const known = EFFECT_REQUIREMENTS.find((one) => one === text.trim())
  if (known === undefined)
    throw new UsageError(`--require takes ${EFFECT_REQUIREMENTS.join(', ')}, not ${JSON.stringify(text)}.`)
  return known
}
