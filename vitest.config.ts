import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest first: the others run beside them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's, but vitest's own
    const sorted = await super.sort(files)
    return [...sorted.filter(takesLongest), ...sorted.filter((file) => !takesLongest(file))]
  }
}

function takesLongest({ moduleId }: TestSpecification): boolean {
  return /corpus|silence|ways-out/.test(moduleId)
}

const TESTS = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts']
const SLOW = '**/*.long.test.ts'
const UNITS = [
  'packages/tool-contracts/src/**/*.test.ts',
  'packages/surety/src/{judge,report,inputs,lock,connect,run,init}/**/*.test.ts',
]

function without(...patterns: readonly string[]): string[] {
  return [...configDefaults.exclude, ...patterns]
}

export default defineConfig({
  ssr: { resolve: { conditions: ['@surety/source', 'node'] } },
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/set-up.ts',
    sequence: { sequencer: LongestFirst },
    // To detect a hang: on a busy machine a test takes many times as long.
    testTimeout: 300_000,
    // Some install packages.
    hookTimeout: 180_000,
    // Most of the time goes by in waiting for servers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    maxConcurrency: 2,
    projects: [
      // What starts no process and keeps nothing between tests needs no fresh one for each file either.
      { extends: true, test: { name: 'units', include: UNITS, exclude: without(SLOW), isolate: false } },
      { extends: true, test: { name: 'machine', include: TESTS, exclude: without(SLOW, ...UNITS) } },
      // The three that `npm test` leaves to CI.
      { extends: true, test: { name: 'slow', include: [SLOW], exclude: without('test/{commands,load}/**') } },
      { extends: true, test: { name: 'commands', include: ['test/commands/*.test.ts'] } },
      { extends: true, test: { name: 'load', include: ['test/load/*.test.ts'] } },
    ],
    coverage: {
      provider: 'v8',
      // What runs only as a process of its own is held by the end-to-end tests instead.
      include: [
        'packages/tool-contracts/src/**/*.ts',
        'packages/tables/src/**/*.ts',
        'packages/surety/src/{judge,inputs,lock,report,connect,author}/**/*.ts',
      ],
      exclude: ['**/*.test-data.ts', 'packages/surety/src/author/code/{code-child,code-answers,code-data,loadings}.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: {
        'packages/tool-contracts/src/**': { lines: 95, branches: 95 },
        'packages/tables/src/**': { lines: 95, branches: 90 },
        'packages/surety/src/**': { lines: 97, branches: 93 },
      },
    },
  },
})
