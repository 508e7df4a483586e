import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The corpus takes longest: the others run beside it. */
class CorpusFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's, but vitest's own
    const sorted = await super.sort(files)
    return [...sorted.filter(isCorpus), ...sorted.filter((file) => !isCorpus(file))]
  }
}

function isCorpus({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('corpus')
}

const EXCLUDED = [...configDefaults.exclude, ...(process.env['SURETY_LONG'] === undefined ? ['**/*.long.test.ts'] : [])]

const TESTS = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts']
const UNITS = [
  'packages/tool-contracts/src/**/*.test.ts',
  'packages/surety/src/{judge,report,inputs,lock,connect,run}/**/*.test.ts',
]

export default defineConfig({
  ssr: { resolve: { conditions: ['@surety/source', 'node'] } },
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/rounds.ts',
    sequence: { sequencer: CorpusFirst },
    // To detect a hang: on a busy machine a test takes many times as long.
    testTimeout: 300_000,
    // Some install packages.
    hookTimeout: 180_000,
    // Most of the time goes by in waiting for servers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    maxConcurrency: 2,
    projects: [
      // What starts no process and keeps nothing between tests needs no fresh one for each file either.
      { extends: true, test: { name: 'units', include: UNITS, exclude: EXCLUDED, isolate: false } },
      { extends: true, test: { name: 'machine', include: TESTS, exclude: [...EXCLUDED, ...UNITS] } },
    ],
    coverage: {
      provider: 'v8',
      // What runs only as a process of its own is held by the end-to-end tests instead.
      include: [
        'packages/tool-contracts/src/**/*.ts',
        'packages/tables/src/**/*.ts',
        'packages/surety/src/{judge,inputs,lock,report,connect,author}/**/*.ts',
      ],
      exclude: ['**/*.test-data.ts', 'packages/surety/src/author/code-{child,answers,data}.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: {
        'packages/tool-contracts/src/**': { lines: 95, branches: 95 },
        'packages/tables/src/**': { lines: 95, branches: 90 },
        'packages/surety/src/**': { lines: 97, branches: 93 },
      },
    },
  },
})
