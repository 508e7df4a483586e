/** The studio's tools: one file each, one line here. */
import type { Tool } from '@surety/tool-contracts'
import type { StudioContext } from '../studio-context.ts'
import { codegenAll } from './codegen-all.ts'
import { contractsCheck } from './contracts-check.ts'
import { contractsExplain } from './contracts-explain.ts'
import { contractsPlan } from './contracts-plan.ts'
import { hello } from './hello.ts'
import { installPlan } from './install-plan.ts'
import { modulesBundle } from './modules-bundle.ts'
import { modulesCodegen } from './modules-codegen.ts'
import { modulesCompile } from './modules-compile.ts'
import { modulesInspect } from './modules-inspect.ts'
import { modulesList } from './modules-list.ts'
import { modulesSchema } from './modules-schema.ts'
import { modulesValidate } from './modules-validate.ts'
import { queryState } from './query-state.ts'
import { readRepoFile } from './read-repo-file.ts'
import { studioHealth } from './studio-health.ts'
import { writeMemoryEntry } from './write-memory-entry.ts'

const TOOLS: readonly ((studio: StudioContext) => Tool)[] = [
  hello,
  readRepoFile,
  writeMemoryEntry,
  modulesList,
  modulesInspect,
  modulesValidate,
  modulesCompile,
  modulesBundle,
  modulesCodegen,
  modulesSchema,
  installPlan,
  codegenAll,
  studioHealth,
  queryState,
  contractsPlan,
  contractsCheck,
  contractsExplain,
]

export function studioTools(studio: StudioContext): readonly Tool[] {
  return TOOLS.map((tool) => tool(studio))
}
