import { resolve } from 'node:path'
import { type CheckConfig, EFFECT_REQUIREMENTS } from './config.ts'
import { record } from '../yaml/mapping.ts'
import { mustBeFolder } from './must-be-folder.ts'
import { type Entry, flag, listOf, oneOf, text, whole } from '../yaml/reader.ts'

const MAX_MS = 2 ** 31 - 1

/** The keys of `check`. */
export const checkFields = record({
  timeout_ms: whole(1, MAX_MS),
  memory_limit_mb: whole(1, 1024 ** 2),
  mcp_root: text,
  tools_dir: text,
  max_output_size_kb: whole(1, 1024 ** 3),
  determinism_runs: whole(2, 1000),
  strict_mode: flag,
  start_timeout_ms: whole(1, MAX_MS),
  settle_ms: whole(0, 600_000),
  setup: listOf(text, 1),
  require: listOf(oneOf(EFFECT_REQUIREMENTS)),
})

type StatedCheck = NonNullable<ReturnType<typeof checkFields.read>>

/** `check` with its paths absolute and its defaults filled in. */
export function checkConfig(entry: Entry, root: string, stated?: StatedCheck): CheckConfig {
  const usual = defaultCheck(root)
  const mcpRoot = resolve(root, stated?.mcp_root ?? '.')
  const toolsDir = resolve(root, stated?.tools_dir ?? 'tools')
  mustBeFolder(entry.at('mcp_root'), mcpRoot)
  // Where nobody asked for another folder, there need not be one.
  if (toolsDir !== usual.toolsDir) mustBeFolder(entry.at('tools_dir'), toolsDir)
  return {
    timeoutMs: stated?.timeout_ms ?? usual.timeoutMs,
    memoryLimitMb: stated?.memory_limit_mb ?? usual.memoryLimitMb,
    mcpRoot,
    toolsDir,
    maxOutputSizeKb: stated?.max_output_size_kb ?? usual.maxOutputSizeKb,
    determinismRuns: stated?.determinism_runs ?? usual.determinismRuns,
    strictMode: stated?.strict_mode ?? usual.strictMode,
    startTimeoutMs: stated?.start_timeout_ms ?? usual.startTimeoutMs,
    settleMs: stated?.settle_ms ?? usual.settleMs,
    setup: stated?.setup ?? usual.setup,
    require: stated?.require ?? usual.require,
  }
}

/** What holds where `check` says nothing. */
export function defaultCheck(root: string): CheckConfig {
  return {
    timeoutMs: 30_000,
    memoryLimitMb: 512,
    mcpRoot: root,
    toolsDir: resolve(root, 'tools'),
    maxOutputSizeKb: 50,
    determinismRuns: 3,
    strictMode: false,
    startTimeoutMs: 20_000,
    settleMs: 500,
    setup: [],
    require: [],
  }
}
