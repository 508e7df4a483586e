import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { shownUrl } from '../store/shown-url.ts'
import { printable } from '../report/printable.ts'
import { operatorsApprover } from './approve-with.ts'
import { type Command, EXIT, UsageError } from './command.ts'
import { endInOrder } from './interruption.ts'
import { namedStore } from './named-store.ts'
import { openRecord } from './open-record.ts'
import { listening, roleOfCallers } from './serving.ts'
import { ROOT_OPTION, studioFolder } from './studio-folder.ts'
import { sharedLayers } from './shared-layers.ts'

export const studio: Command = {
  name: 'studio',
  summary:
    'Serves the studio over MCP: agents author, validate, compile and install contracts, and read their own trace.',
  operands: '',
  options: {
    ...ROOT_OPTION,
    store: {
      type: 'string',
      value: 'url',
      help: 'where calls are recorded: sqlite:<file>, postgres://…, or memory: (default: `store` in surety.yaml, or sqlite:.surety/surety.db)',
    },
    http: { type: 'string', value: 'host:port', help: 'serve over HTTP (default: standard input and output)' },
    role: {
      type: 'string',
      value: 'r',
      help: 'the role of callers without a token (default: `studio.role` in surety.yaml)',
    },
  },
  takesCommand: false,
  examples: ['surety studio', 'surety studio --root ../shop --role builder', 'surety studio --http 127.0.0.1:7310'],
  async run(parsed, io) {
    if (parsed.operands.length > 0) throw new UsageError('surety studio takes no operand; give the folder by --root.')
    const { config, root } = studioFolder(parsed, io)
    const role = roleOfCallers(parsed, config, config.studio.role)
    const http = parsed.text('http')
    const { retention, roles, server } = config
    const store = namedStore(parsed.text('store'), config.store, io.cwd)
    const opened = await openRecord(store, io, { ...(retention !== undefined && { retention }) })
    const record = { ...opened, approver: operatorsApprover(opened.approver, store, config) }
    try {
      const { serveStudio } = await import('../studio/studio.ts')
      const serving = await listening(http, (transport) =>
        serveStudio({
          root,
          memoryDir: resolve(realpathSync(root), config.studio.memoryDir),
          record,
          recordFile: /^sqlite:(.+)$/.exec(store.url)?.[1],
          shownStore: printable(shownUrl(store.written)),
          transport,
          roles,
          role,
          version: io.version,
          upstreams: server === undefined ? [] : [{ name: 'server', kind: server.kind }],
          layers: sharedLayers(io),
        }),
      )
      endInOrder(() => void serving.close())
      await serving.closed
      return EXIT.ok
    } finally {
      await record.close().catch(() => undefined)
    }
  },
}
