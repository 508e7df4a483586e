import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const POSTGRES = '/usr/lib/postgresql'

/** What some tests need of the machine besides Node, and where it is. */
const abilities = {
  strace: () => onPath('strace'),
  gcc: () => onPath('gcc'),
  python3: () => onPath('python3'),
  postgres: () => newestPostgres() ?? onPath('initdb'),
} as const

type Ability = keyof typeof abilities

/** Where the ability is; undefined skips the test by name, unless SURETY_REQUIRE asks for everything. */
export function find(ability: Ability): string | undefined {
  return abilities[ability]()
}

export function lacking(): readonly Ability[] {
  const all: readonly Ability[] = ['strace', 'gcc', 'python3', 'postgres']
  return all.filter((ability) => find(ability) === undefined)
}

function onPath(command: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file))
}

function newestPostgres(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(POSTGRES, version, 'bin', 'initdb')).find((file) => existsSync(file))
}
