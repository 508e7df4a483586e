import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from '../files/copy-tree.ts'
import { environment } from './environment.ts'
import { CELL_MARK, type Habitat, type HabitatOptions } from './habitat.ts'
import { enter } from '../system/launcher.ts'
import { topsUnderCovers } from './mount-plan.ts'
import { needs } from './needs.ts'
import { keepInside, layOutSurroundings } from './surroundings.ts'
import { type Tree, innermostFirst } from '../files/trees.ts'

/** Where namespaces are refused: the server runs on a copy of the project, with a home and a temp folder of its own. */
export async function copiedHabitat(options: HabitatOptions): Promise<Habitat> {
  const { scratch, project, home, native } = options
  const [around, newHome, tmp] = [join(scratch, 'root'), join(scratch, 'home'), join(scratch, 'tmp')]
  for (const folder of [newHome, tmp]) mkdirSync(folder)
  writeFileSync(join(scratch, 'spy'), '')
  const searched = process.env['PATH'] ?? ''
  const shown = topsUnderCovers([project, ...(home === undefined ? [] : [home]), ...needs(options, searched)])
  const copy = layOutSurroundings(around, project, shown)
  keepInside(await copyTree(project, copy), project, copy)
  const moved = (text: string) => relocate(text, project, copy)
  const declared = Object.fromEntries(Object.entries(options.declared).map(([name, value]) => [name, moved(value)]))
  const places = { PATH: moved(searched), HOME: newHome, TMPDIR: tmp, [CELL_MARK]: randomUUID() }
  const trees: readonly Tree[] = [
    { place: 'project', path: copy, known: project, real: project, writes: copy, layered: false },
    { place: 'elsewhere', path: around, known: '/', real: '/', writes: around, layered: false },
    { place: 'home', path: newHome, known: home ?? newHome, real: undefined, writes: newHome, layered: false },
    { place: 'temp', path: tmp, known: '/tmp', real: undefined, writes: tmp, layered: false },
    realTree('project', project),
    ...(home === undefined ? [] : [realTree('home', home)]),
    ...['/tmp', '/dev/shm'].map((folder) => realTree('temp', folder)),
  ]
  return {
    scratch,
    contained: false,
    online: true,
    trees: innermostFirst(trees),
    cwd: moved(options.cwd),
    command: options.command.map((word) => moved(word)),
    setup: options.setup?.map((word) => moved(word)),
    env: environment(declared, places, options.spy ? join(scratch, 'spy') : undefined),
    native,
    launcher: native === undefined ? [] : enter(native),
    drops: [],
    powers: 'all',
    mounting: undefined,
    mountPoints: shown,
    resolvers: nameServers(),
  }
}

/** What the server reaches all the same: named as it would be named inside, where nothing real could be reached. */
function realTree(place: Tree['place'], path: string): Tree {
  return { place, path, known: path, real: path, writes: path, layered: false }
}

/** A text with every mention of a folder turned into its copy's. @internal */
export function relocate(text: string, from: string, to: string): string {
  const parts = text.split(from)
  return parts.reduce((done, part) => done + (/^(?![\w.-])/.test(part) ? to : from) + part)
}

function nameServers(): readonly string[] {
  try {
    const text = readFileSync('/etc/resolv.conf', 'utf8')
    return [...text.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address = '']) => address)
  } catch {
    return []
  }
}
