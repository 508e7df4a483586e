import { suggestion } from '@surety/tool-contracts/tools'
import { closureOf, shownCycle } from './check-dependencies.ts'
import { cyclesIn } from './cycles.ts'
import { diagnostic } from './diagnostic.ts'
import type { Diagnostic } from './module.ts'
import type { ReadModule } from './read-module.ts'
import { STUDIO_TOOLS } from './studio-tools.ts'

type ByRef = ReadonlyMap<string, ReadModule>

/** Has every tool a name of its own, and are the tools it depends on there, without a circle? */
export function checkTools(modules: ByRef): readonly Diagnostic[] {
  const owners = new Map<string, ReadModule[]>()
  for (const module of modules.values()) {
    for (const tool of [...module.toolPlaces.keys(), ...module.brokenTools]) {
      const known = owners.get(tool)
      if (known === undefined) owners.set(tool, [module])
      else if (known.at(-1) !== module) known.push(module)
    }
  }
  return [...clashes(owners), ...studioNames(modules), ...missingTools(modules, owners), ...toolCycles(modules)]
}

type Owners = ReadonlyMap<string, readonly ReadModule[]>

function clashes(owners: Owners): readonly Diagnostic[] {
  return [...owners].flatMap(([tool, modules]) =>
    modules.length < 2
      ? []
      : modules.flatMap((module) => {
          const at = module.toolPlaces.get(tool)
          const other = modules.find((one) => one !== module)
          if (at === undefined || other === undefined) return []
          const message = `The module ${other.ref} has a tool '${tool}' too.`
          return [
            diagnostic(
              'TOOL_NAME_CLASH',
              at,
              message,
              'Rename one of them, or keep it in one module that both depend on.',
            ),
          ]
        }),
  )
}

function studioNames(modules: ByRef): readonly Diagnostic[] {
  return [...modules.values()].flatMap(({ toolPlaces }) =>
    [...toolPlaces].flatMap(([tool, at]) => {
      if (!STUDIO_TOOLS.has(tool)) return []
      const message = `The studio has a tool '${tool}' of its own: contracts.check and contracts.plan mean that one.`
      return [
        diagnostic('TOOL_NAME_OF_STUDIO', at, message, 'Rename the tool if agents are to plan and check its calls.'),
      ]
    }),
  )
}

function missingTools(modules: ByRef, owners: Owners): readonly Diagnostic[] {
  return [...modules.values()].flatMap((module) => {
    const needing = module.declared.flatMap(({ dependencies }) => dependencies)
    if (needing.length === 0) return []
    const reachable = closureOf(module, modules)
    // Nobody knows which tools a module has whose manifest cannot be used.
    const isUnsure = [...reachable.values()].some(({ manifest }) => manifest === undefined)
    const isThere = (name: string): boolean => owners.get(name)?.some(({ ref }) => reachable.has(ref)) ?? isUnsure
    return needing.flatMap(({ name, at }) => {
      if (isThere(name)) return []
      const { message, fix } = missing(name, owners)
      return [diagnostic('TOOL_DEPENDENCY_MISSING', at, message, fix)]
    })
  })
}

function missing(name: string, owners: Owners): { readonly message: string; readonly fix: string } {
  const [owner] = owners.get(name) ?? []
  if (owner === undefined) {
    const message = `No module has a tool '${name}'.${suggestion(name, owners.keys())}`
    return { message, fix: 'Correct the name, or declare the tool.' }
  }
  const message = `The tool '${name}' is in ${owner.ref}, which the module does not depend on.`
  return { message, fix: `Add ${owner.ref}@^${owner.manifest?.semver ?? '1.0.0'} to 'depends_on' of module.yaml.` }
}

function toolCycles(modules: ByRef): readonly Diagnostic[] {
  const all = [...modules.values()].flatMap(({ declared }) => declared)
  const cycles = cyclesIn(new Map(all.map(({ name, dependencies }) => [name, dependencies.map((one) => one.name)])))
  return all.flatMap(({ name, dependencies }) => {
    const cycle = cycles.get(name)
    const next = dependencies.find((one) => one.name === cycle?.[1])
    if (cycle === undefined || next === undefined) return []
    const message = `Tools depend on each other: ${shownCycle(cycle)}.`
    return [diagnostic('TOOL_DEPENDENCY_CYCLE', next.at, message, 'Remove one of these dependencies.')]
  })
}
