/** An agent at work in the studio: it plans, compiles, looks at what it did, and installs once an operator agrees. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const example = fileURLToPath(new URL('.', import.meta.url))
const surety = fileURLToPath(new URL('bin/surety.js', import.meta.resolve('surety/package.json')))
const root = mkdtempSync(join(tmpdir(), 'surety-agent-'))
cpSync(example, root, { recursive: true, filter: (path) => !path.includes('.surety') })

const client = new Client({ name: 'agent', version: '1' })
const command = {
  command: process.execPath,
  args: [surety, 'studio', '--root', root],
  stderr: /** @type {const} */ ('ignore'),
}
await client.connect(new StdioClientTransport(command))

/**
 * @param {string} name
 * @param {Record<string, unknown>} input
 */
async function call(name, input) {
  const { structuredContent, isError, _meta } = await client.callTool({ name, arguments: input })
  const answer = Object(isError === true ? _meta?.['surety.dev/error'] : structuredContent)
  console.log(`> ${name} ${JSON.stringify(input)}\n${JSON.stringify(answer, undefined, 2)}\n`)
  return answer
}

try {
  // What have I done in this trace? Nothing yet.
  await call('modules.query_state', {})
  await call('modules.validate', { moduleRef: 'savvi-studio/teams' })
  await call('modules.compile', { moduleRef: 'savvi-studio/teams' })
  await call('modules.query_state', {})

  const plan = await call('graph.install_plan', { want: ['savvi-studio/teams@^1.0.0'] })
  const apply = { planId: plan.planId, apply: true }
  const waiting = await call('graph.install_plan', apply)
  // Only an operator can say yes, outside the agent's reach.
  console.log(
    execFileSync(process.execPath, [surety, 'approvals', 'approve', waiting.details.approvalId], {
      cwd: root,
      encoding: 'utf8',
    }),
  )
  await call('graph.install_plan', apply)

  await call('contracts.check', { tool: 'create_team', input: { name: 'Compilers', lead: 'ada' } })
} finally {
  await client.close()
  rmSync(root, { recursive: true, force: true })
}
