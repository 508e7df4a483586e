import * as fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { schemas } from '../../inputs/schemas.test-data.ts'
import type { CompiledTool } from '../module.ts'
import { compiledTool, folderWith, generated } from './generated.test-data.ts'
import { faultOf } from './generated-tool.ts'
import { HOSTILE_TOOLS } from './hostile.test-data.ts'

const TSC = resolve(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc')
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  types: [],
}

/** Used as it is meant to be: what is wrong is an error, and what is right is none. */
const USE = `import { createClient } from './index.js'
import { greetContract } from './contracts.js'
const client = createClient(async () => ({ message: 'Hello' }))
const { message } = await client.greet({ name: 'Ada' })
export const text: string = message
export const name: 'greet' = greetContract.toolName
// @ts-expect-error -- a name is a text
await client.greet({ name: 5 })
// @ts-expect-error -- there is no such tool
await client.great({})
`

const GREET = compiledTool('greet', {
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', default: 'World' } },
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
})

function complaints(tools: readonly CompiledTool[]): string {
  const folder = folderWith([...generated(tools), { path: 'use.ts', text: USE }])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }))
  const { stdout, status } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return `${stdout}${status === 0 ? '' : `tsc ended with ${status}`}`
}

test('what is generated compiles under strict TypeScript, whatever the names, texts and schemas', () => {
  const drawn = fc.sample(schemas(), { seed: 3, numRuns: 150 }).flatMap((schema, index) => {
    if (typeof schema !== 'object') return []
    const tool = compiledTool(`drawn${index}`, { inputSchema: { ...schema }, outputSchema: { ...schema } })
    return faultOf(tool) === undefined ? [tool] : []
  })
  expect(drawn.length).toBeGreaterThan(50)
  expect(complaints([GREET, ...HOSTILE_TOOLS, ...drawn])).toBe('')
})
