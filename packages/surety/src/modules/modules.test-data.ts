import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CodeProcess } from '../author/code/code-conversation.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'
import type { Workspace } from './module.ts'

/** A real folder with modules, for tests; every file is older than what was read a moment ago. */
export class ModuleFolder {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), 'surety-modules-')))
  readonly #open: Catalogue[] = []

  put(path: string, content: string): string {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }

  /** A module that is as it should be. */
  module(
    ref: string,
    { more = '', tools = [ref.replace('/', '.')] }: { more?: string; tools?: readonly string[] } = {},
  ): void {
    this.put(`modules/${ref}/module.yaml`, `${manifest(ref)}${more}`)
    for (const tool of tools) this.put(`modules/${ref}/tools/${tool}.yaml`, contract(tool))
  }

  catalogue(timeoutMs = 30_000): Catalogue {
    const catalogue = openCatalogue(this.root, { startCode, timeoutMs })
    this.#open.push(catalogue)
    return catalogue
  }

  read(timeoutMs?: number): Promise<Workspace> {
    return this.catalogue(timeoutMs).read()
  }

  async remove(): Promise<void> {
    await Promise.all(this.#open.map((one) => one.close()))
    rmSync(this.root, { recursive: true })
  }
}

export function manifest(ref: string, semver = '1.0.0'): string {
  return `version: 1
module: ${ref}
semver: ${semver}
description: What it is for.
tools: ["tools/**"]
`
}

export function contract(tool: string, more = ''): string {
  return `version: 1
tool: ${tool}
description: Does it.
contract:
  input_schema: { type: object, properties: { id: { type: string } }, required: [id], additionalProperties: false }
  output_schema: { type: object, properties: { ok: { type: boolean } }, required: [ok], additionalProperties: false }
${more}`
}

/** Without a sandbox: the code of tests is our own. */
export function startCode([command = '', ...args]: readonly string[]): CodeProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    exited,
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
