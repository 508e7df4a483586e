import { lstatSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { sha256 } from '@surety/tool-contracts/tools'
import { HARD_LINK, OUTSIDE, readText } from '../author/yaml/read-text.ts'
import { allowedPath } from '../repository-path.ts'
import { type FilePlace, diagnostic, order } from './diagnostic.ts'
import type { Diagnostic, SourceFile } from './module.ts'

const MAX_FILE_BYTES = 1024 * 1024
const MAX_BYTES = 16 * 1024 * 1024

/** Where a path is named: a key of module.yaml or of a contract. */
export interface Naming extends FilePlace {
  readonly key: string
}

/** The files of one module, each read once and only from within its folder. */
export class ModuleFiles {
  readonly folder: string
  /** The folder, relative to the root, with `/`. */
  readonly shown: string
  readonly diagnostics: Diagnostic[] = []
  readonly #root: string
  readonly #read = new Map<string, SourceFile | undefined>()
  #bytes = 0

  constructor(root: string, folder: string) {
    this.#root = root
    this.folder = folder
    this.shown = relative(root, folder).split(sep).join('/')
  }

  get sources(): readonly SourceFile[] {
    return [...this.#read.values()].filter((file) => file !== undefined).toSorted((a, b) => order(a.path, b.path))
  }

  /** The file at a path relative to the module's folder; undefined after having said why it is not read. */
  read(path: string, naming: Naming): SourceFile | undefined {
    if (!this.#read.has(path)) this.#read.set(path, this.#readNow(path, naming))
    return this.#read.get(path)
  }

  #readNow(path: string, naming: Naming): SourceFile | undefined {
    const absolute = resolve(this.folder, path)
    const read = readText(absolute, [this.folder], MAX_FILE_BYTES, 'no hard links')
    const named = read.ok && read.real !== absolute ? [absolute, read.real] : [absolute]
    const isDenied = named.some((one) => allowedPath(relative(this.#root, one)) === undefined)
    if (isDenied) return this.#refuse(naming, path, 'whose name may mean secrets', 'Give it another name.')
    // Whether there is anything outside is not told either.
    const standing = read.ok ? undefined : standingOf(absolute)
    if (read === OUTSIDE || standing === 'link')
      return this.#refuse(
        naming,
        path,
        'which is a link that leads to no file of the module',
        'Put the file itself there.',
      )
    if (read === HARD_LINK) return this.#refuse(naming, path, 'which is a hard link', 'Put a copy in its place.')
    if (standing === 'missing') {
      const message = `${naming.key} names ${shownPath(path)}, which is not there.`
      this.diagnostics.push(diagnostic('FILE_UNREADABLE', naming, message, 'Correct the path, or put the file there.'))
      return undefined
    }
    if (!read.ok) {
      const { message, fix } = read
      this.diagnostics.push(diagnostic('FILE_UNREADABLE', { ...read, file: `${this.shown}/${path}` }, message, fix))
      return undefined
    }
    this.#bytes += read.text.length
    if (this.#bytes > MAX_BYTES) return this.#tooLarge()
    return { path, text: read.text, sha256: sha256(read.text) }
  }

  #refuse(naming: Naming, path: string, why: string, fix: string): undefined {
    this.diagnostics.push(diagnostic('PATH_REFUSED', naming, `${naming.key} names ${shownPath(path)}, ${why}.`, fix))
    return undefined
  }

  #tooLarge(): undefined {
    const message = `The files of the module have more than ${MAX_BYTES} characters together; no more are read.`
    const at = { file: `${this.shown}/module.yaml`, line: 1, column: 1 }
    if (!this.diagnostics.some(({ code }) => code === 'MODULE_TOO_LARGE'))
      this.diagnostics.push(diagnostic('MODULE_TOO_LARGE', at, message, 'Divide it into several modules.'))
    return undefined
  }
}

/** What stands at a path that could not be read; undefined where it is something else, or cannot be told. */
function standingOf(path: string): 'missing' | 'link' | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'missing'
    return found.isSymbolicLink() ? 'link' : undefined
  } catch {
    return undefined
  }
}

/** A name in a message, without what would break its line. */
function shownPath(path: string): string {
  return JSON.stringify(path).slice(1, -1)
}
