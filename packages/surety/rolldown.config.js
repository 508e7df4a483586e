import { defineConfig } from 'rolldown'

/** A command is loaded at every call: one file per part of it is found and compiled much faster than one per source. */
export default defineConfig({
  input: { 'cli/main': 'src/cli/main.ts', 'author/code-child': 'src/author/code-child.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@surety/source', 'node', 'import'] },
  external: /^(?!@surety\/)[^./]/,
  // As deep as the sources lie, so that what lies beside them is found by the same path.
  output: { dir: 'dist', chunkFileNames: 'parts/[name].js', cleanDir: true },
})
