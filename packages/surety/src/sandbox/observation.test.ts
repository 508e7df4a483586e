import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Habitat } from './habitat/habitat.ts'
import { Observation } from './observation.ts'

const scratch = mkdtempSync(join(tmpdir(), 'surety-observation-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function observed(): Observation {
  const habitat: Partial<Habitat> = { scratch, contained: true, trees: [], mountPoints: [], drops: [], resolvers: [] }
  return new Observation(habitat as Habitat, () => scratch)
}

it('takes in whatever number of things a server does between two looks, in order of time', () => {
  const observation = observed()
  const COUNT = 300_000
  for (let one = 0; one < COUNT; one += 1) observation.unmeasured(COUNT - one, 'silence')
  observation.settle()
  const sightings = observation.sightings.filter(({ kind }) => kind === 'memory unseen')
  expect(sightings).toHaveLength(COUNT)
  expect(sightings.every(({ at }, index) => index === 0 || at >= (sightings[index - 1]?.at ?? 0))).toBe(true)
})

it('of more things than anybody can look through it says that they were not seen, once, and of memory all the same', () => {
  const observation = observed()
  for (let pid = 0; pid < 500_100; pid += 1) observation.outlived(pid, 'sleep')
  observation.unmeasured(10, 'silence')
  observation.settle()
  const { sightings } = observation
  expect(sightings.filter(({ kind }) => kind === 'process')).toHaveLength(500_000)
  expect(sightings.filter(({ kind }) => kind === 'memory unseen')).toHaveLength(1)
  expect(sightings.filter(({ kind }) => kind === 'blind')).toMatchObject([
    { reason: expect.stringContaining('500000') },
  ])
})
