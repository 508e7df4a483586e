import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CompiledTool, Module } from '../module.ts'
import { type GeneratedFile, generateModule } from './codegen.ts'

const NODE_MODULES = resolve(import.meta.dirname, '../../../../../node_modules')

export function compiledTool(tool: string, stated: Partial<CompiledTool> = {}): CompiledTool {
  return {
    tool,
    description: `Does what ${tool} does`,
    file: 'tools/tool.yaml',
    inputSchema: { type: 'object' },
    outputSchema: undefined,
    semanticTypes: { input: {}, output: {} },
    capabilities: ['READ'],
    guarantees: {
      deterministic: undefined,
      sideEffects: undefined,
      writes: [],
      network: undefined,
      maxOutputBytes: undefined,
      maxExecutionMs: undefined,
      memoryBytes: undefined,
      dependencies: undefined,
    },
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

export function moduleOf(tools: readonly CompiledTool[], stated: Partial<Module> = {}): Module {
  return {
    ref: 'acme/things',
    folder: '/nowhere/modules/acme/things',
    file: 'modules/acme/things/module.yaml',
    manifest: {
      ref: 'acme/things',
      semver: '1.0.0',
      description: 'Things',
      tools: ['tools/*.yaml'],
      dependsOn: [],
      tables: undefined,
    },
    tools: tools.map((compiled) => ({ compiled, contract: undefined })),
    sources: [],
    packages: [],
    diagnostics: [],
    ...stated,
  }
}

export function generated(tools: readonly CompiledTool[]): readonly GeneratedFile[] {
  const answer = generateModule(moduleOf(tools))
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

/** A folder with the files in it, where they find Zod. */
export function folderWith(files: readonly GeneratedFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'surety-codegen-'))
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'))
  for (const { path, text } of files) writeFileSync(join(folder, path), text)
  return folder
}

/** What one of the files exports. */
export async function exportsOf(folder: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href)
  return exported
}
