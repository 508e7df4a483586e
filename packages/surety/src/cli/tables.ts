import type { Command } from './command.ts'
import { commandWithVerbs } from './verbs.ts'

export const tables: Command = commandWithVerbs({
  name: 'tables',
  summary: 'Makes tools of the tables that tables.yaml describes: each inserts a row, validated and recorded.',
  verbs: {
    serve: {
      operand: '[dir]',
      usage: '[--store url] [--http host:port] [--role r]',
      run: async (...asked) => (await import('./tables-serve.ts')).serveVerb(...asked),
    },
    check: {
      operand: '[dir]',
      usage: '[--store url] [--against old.yaml] [--json]',
      run: async (...asked) => (await import('./tables-check.ts')).checkVerb(...asked),
    },
    ddl: {
      operand: '[dir]',
      usage: '[--store url | --engine sqlite|postgres]',
      run: async (...asked) => (await import('./tables-ddl.ts')).ddlVerb(...asked),
    },
    init: {
      operand: '[dir]',
      usage: '--store url [--table t]… [--force]',
      run: async (...asked) => (await import('./tables-init.ts')).initVerb(...asked),
    },
  },
  options: {
    store: {
      type: 'string',
      value: 'url',
      help: 'where the rows go: sqlite:<file> or postgres://… (default: `tables.store` in surety.yaml, or sqlite:tables.db)',
    },
    http: { type: 'string', value: 'host:port', help: 'serve over HTTP (default: standard input and output)' },
    role: { type: 'string', value: 'r', help: 'the role of callers without a token, one of `roles` in surety.yaml' },
    against: {
      type: 'string',
      value: 'old.yaml',
      help: 'tell which version the changes since this configuration need; asks a database only with --store',
    },
    json: { type: 'boolean', help: 'print JSON' },
    engine: { type: 'string', value: 'sqlite|postgres', help: 'whose SQL to print (default: that of the store)' },
    table: { type: 'string', multiple: true, value: 't', help: 'only this table (default: all)' },
    force: { type: 'boolean', help: 'overwrite the configuration that is there' },
  },
  shared: {},
  examples: [
    'surety tables serve examples/mood-tracker',
    'surety tables check --store postgres://app@localhost/app',
    'surety tables check --against old.yaml',
    'surety tables ddl --engine postgres | psql app',
    'surety tables init --store sqlite:app.db --table orders',
  ],
})
