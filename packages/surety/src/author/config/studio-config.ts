import { resolve } from 'node:path'
import type { StudioConfig } from './config.ts'
import { record } from '../yaml/mapping.ts'
import { mustBeFolder } from './must-be-folder.ts'
import { type Reader, text } from '../yaml/reader.ts'

const fields = record({ root: text, memory_dir: text, role: text })

/** What `studio` says: the repository it works on, and as whom callers without a token use it. */
export function studioConfig(root: string): Reader<StudioConfig> {
  return {
    read(entry) {
      const read = fields.read(entry)
      if (read === undefined) return undefined
      const folder = resolve(root, read.root ?? '.')
      if (read.root !== undefined) mustBeFolder(entry.at('root'), folder)
      return { root: folder, memoryDir: read.memory_dir ?? MEMORY_DIR, role: read.role }
    },
    schema: fields.schema,
  }
}

const MEMORY_DIR = '.claude/memory'

export function defaultStudio(root: string): StudioConfig {
  return { root, memoryDir: MEMORY_DIR, role: undefined }
}
