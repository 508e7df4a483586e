import { defineConfig } from 'rolldown'

/** As deep as the sources lie, so that what lies beside them is found by the same path. */
const common = { platform: 'node', resolve: { conditionNames: ['@surety/source', 'node', 'import'] } }

/** A command is loaded at every call: one file per part of it is found and compiled much faster than one per source. */
const inParts = { chunkFileNames: 'parts/[name].js' }
/** Of a line that was run it can only be told which source it is from where each has a file of its own. */
const bySource = { preserveModules: true, preserveModulesRoot: 'src', sourcemap: true }

export default defineConfig([
  {
    ...common,
    input: {
      'cli/main': 'src/cli/main.ts',
      'author/code-child': 'src/author/code/code-child.ts',
      'store/sqlite-thread': 'src/store/sqlite-thread.ts',
    },
    external: /^(?!@surety\/)[^./]/,
    output: { dir: 'dist', cleanDir: true, ...(process.env['SURETY_COVERAGE'] === undefined ? inParts : bySource) },
  },
  {
    ...common,
    // Who imports these has @surety/tool-contracts already: there is one of it.
    input: { 'library/store': 'src/store/store.ts', 'library/serve': 'src/serve/serve.ts' },
    external: /^[^./]/,
    output: { dir: 'dist', chunkFileNames: 'library/[name].js' },
  },
])
