import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: { resolve: { conditions: ['@surety/source', 'node', 'import', 'default'] } },
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/rounds.ts',
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['packages/tool-contracts/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95, branches: 95 },
    },
  },
})
