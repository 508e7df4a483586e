import { canonicalJson, isRecord } from '@surety/tool-contracts/tools'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ModuleAnswer } from '../module.ts'
import type { Break } from './install-plan.ts'
import { sha256 } from './installed-set.ts'
import { PLANS, isDigest } from './layout.ts'
import { ownFolder, ownText, replaceFile } from './own-files.ts'
import type { Situation } from './situation.ts'

/** A plan as it is kept: what it found, and what that breaks. */
export interface KeptPlan {
  readonly situation: Situation
  readonly breaks: readonly Break[]
}

const MAX_BYTES = 256 * 1024 * 1024
const MAX_KEPT = 200

/** Keeps the plan under its id, which is the digest of its text; of too many the oldest are forgotten. */
export function keepPlan(root: string, plan: KeptPlan): ModuleAnswer<string> {
  const folder = ownFolder(root, ...PLANS)
  if (!folder.ok) return folder
  const text = canonicalJson(plan)
  const planId = sha256(text)
  replaceFile(join(folder.value, `${planId}.json`), text)
  forgetOldest(folder.value, planId)
  return { ok: true, value: planId }
}

/** The plan of that id, unchanged since it was made; undefined where there is none. The id may be anything. */
export function readPlan(root: string, planId: string): ModuleAnswer<KeptPlan | undefined> {
  if (!isDigest(planId)) return { ok: true, value: undefined }
  const read = ownText(root, join(root, ...PLANS, `${planId}.json`), MAX_BYTES)
  if (!read.ok) return read
  const isWhole = read.value !== undefined && sha256(read.value) === planId
  const plan: unknown = isWhole && read.value !== undefined ? JSON.parse(read.value) : undefined
  return { ok: true, value: isPlan(plan) ? plan : undefined }
}

/** The digest tells that Surety wrote it, in this version or another. */
function isPlan(value: unknown): value is KeptPlan {
  return isRecord(value) && isRecord(value['situation']) && value['situation']['version'] === 1
}

function forgetOldest(folder: string, latest: string): void {
  const names = readdirSync(folder).filter((name) => name !== `${latest}.json`)
  if (names.length < MAX_KEPT) return
  const aged = names.map((name) => ({
    name,
    at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - MAX_KEPT + 1)
  for (const { name } of oldest) rmSync(join(folder, name), { force: true })
}
