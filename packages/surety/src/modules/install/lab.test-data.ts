import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { NO_GUARANTEES } from '../../author/guarantees.ts'
import type { CompiledTool, Module, ModuleAnswer, Workspace } from '../module.ts'
import { type InstalledSet, sha256 } from './installed-set.ts'
import { readInstalled } from './read-installed.ts'
import type { InstallPlan } from './install-plan.ts'
import { planInstall } from './plan-install.ts'
import { applyInstall } from './apply-install.ts'

const folders = new Set<string>()

/** A real folder; {@link removeRoots} takes it away. */
export function emptyRoot(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'surety-install-')))
  folders.add(root)
  return root
}

export function removeRoots(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

type Stated = Omit<Partial<CompiledTool>, 'guarantees'> & { readonly guarantees?: Partial<CompiledTool['guarantees']> }

/** A tool that promises only what is stated. */
export function tool(name: string, { guarantees, ...stated }: Stated = {}): CompiledTool {
  return {
    tool: name,
    description: `Does ${name}.`,
    file: `${name}.yaml`,
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    semanticTypes: { input: {}, output: {} },
    capabilities: ['READ'],
    guarantees: { ...NO_GUARANTEES, ...guarantees },
    limits: { timeoutMs: undefined, memoryMb: undefined, maxOutputBytes: undefined },
    idempotent: undefined,
    errors: undefined,
    preconditions: [],
    postconditions: [],
    approval: 'never',
    sensitive: [],
    constraints: [],
    examples: [],
    ignore: [],
    ...stated,
  }
}

export interface ModuleSpec {
  readonly version?: string
  readonly needs?: readonly string[]
  readonly tools?: readonly CompiledTool[]
}

/** Writes the modules' folders, and reads them back as a catalogue would. */
export function workspace(root: string, specs: Readonly<Record<string, ModuleSpec>>): Workspace {
  rmSync(join(root, 'modules'), { recursive: true, force: true })
  const modules = Object.entries(specs).map(([ref, spec]) => writtenModule(root, ref, spec))
  return { root, modules: modules.toSorted((a, b) => (a.ref < b.ref ? -1 : 1)), diagnostics: [] }
}

function writtenModule(root: string, ref: string, { version = '1.0.0', needs = [], tools = [] }: ModuleSpec): Module {
  const folder = join(root, 'modules', ref)
  const manifest = {
    ref,
    semver: version,
    description: `The module ${ref}.`,
    tools: ['*.yaml'],
    dependsOn: needs.map((need) => ({ ref: need.split('@')[0] ?? '', range: need.split('@')[1] ?? '*' })),
    tables: undefined,
  }
  const files = [
    ...tools.map((compiled) => [compiled.file, `${JSON.stringify(compiled)}\n`] as const),
    ['module.yaml', `${JSON.stringify(manifest)}\n`] as const,
  ]
  const sources = files.map(([path, text]) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    return { path, text, sha256: sha256(text) }
  })
  return {
    ref,
    folder,
    file: `modules/${ref}/module.yaml`,
    manifest,
    tools: tools.map((compiled) => ({ compiled, contract: undefined })),
    sources: sources.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    packages: [],
    diagnostics: [],
  }
}

export function given<T>(answer: ModuleAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)
  return answer.value
}

/** `CODE: sentence` */
export function failure<T>(answer: ModuleAnswer<T>): string {
  return answer.ok ? 'it succeeded' : `${answer.error.code}: ${answer.error.message}`
}

export function installed(root: string): InstalledSet {
  return given(readInstalled(root))
}

export async function plan(space: Workspace, want: readonly string[]): Promise<InstallPlan> {
  return given(await planInstall(space, installed(space.root), want))
}

export async function install(space: Workspace, want: readonly string[]): Promise<void> {
  const { planId } = await plan(space, want)
  given(await applyInstall(space.root, planId, async () => space))
}

/** The plan from these tools of one module to those. */
export async function planBetween(
  before: readonly CompiledTool[],
  after: readonly CompiledTool[],
): Promise<InstallPlan> {
  const root = emptyRoot()
  await install(workspace(root, { 'acme/shop': { tools: before } }), ['acme/shop'])
  return plan(workspace(root, { 'acme/shop': { version: '2.0.0', tools: after } }), ['acme/shop'])
}

const CHILD = new URL('../../../test/install/apply.ts', import.meta.url).pathname

/** What a process of its own answered that was to apply the plan, or that it was killed before its n-th change of a file. */
export function applyInChild(root: string, planId: string, change: number): Promise<string> {
  const words = ['--import', 'jiti/register', CHILD, root, planId, String(change)]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { cwd: import.meta.dirname }, (error, out, err) => {
      if (error?.signal === 'SIGKILL') resolve('killed')
      else if (error === null) resolve(out)
      else reject(new Error(err))
    })
  })
}
