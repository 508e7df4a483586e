import { defineConfig } from 'rolldown'

/** As deep as the sources lie, so that what lies beside them is found by the same path. */
const common = { platform: 'node', resolve: { conditionNames: ['@surety/source', 'node', 'import'] } }

export default defineConfig([
  {
    ...common,
    input: {
      'cli/main': 'src/cli/main.ts',
      'author/code-child': 'src/author/code-child.ts',
      'store/sqlite-thread': 'src/store/sqlite-thread.ts',
    },
    // A command is loaded at every call: one file per part of it is found and compiled much faster than one per source.
    external: /^(?!@surety\/)[^./]/,
    output: { dir: 'dist', chunkFileNames: 'parts/[name].js', cleanDir: true },
  },
  {
    ...common,
    input: { 'store/store': 'src/store/store.ts', 'serve/serve': 'src/serve/serve.ts' },
    // Who imports these has the library already: there is one of it.
    external: /^[^./]/,
    output: { dir: 'dist', chunkFileNames: 'library/[name].js' },
  },
])
