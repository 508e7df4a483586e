import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is nobody else's, free of links. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-studio-')))
  made.push(folder)
  return folder
}

/** Files by their paths, below a new folder. */
export function repositoryOf(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = join(newFolder(), 'repository')
  mkdirSync(root)
  for (const [path, content] of Object.entries(files)) write(root, path, content)
  return root
}

export function write(root: string, path: string, content: string | Uint8Array = 'x\n'): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

export function link(root: string, path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  symlinkSync(target, join(root, path))
}

export function hardLink(root: string, path: string, file: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  linkSync(file, join(root, path))
}
