import * as tables from '@surety/tables'
import * as library from '@surety/tool-contracts'
import * as call from '@surety/tool-contracts/call'
import * as journal from '@surety/tool-contracts/journal'
import * as mcp from '@surety/tool-contracts/mcp'
import * as tools from '@surety/tool-contracts/tools'
import { expect, it } from 'vitest'

it('the public API is what it was agreed to be', () => {
  expect(Object.keys(library).toSorted()).toEqual([
    'CAPABILITIES',
    'ContractError',
    'DEFAULT_LIMITS',
    'SEMANTIC_TYPES',
    'STAGES',
    'StandardErrorCodes',
    'ToolError',
    'createMemoryJournal',
    'createPostcondition',
    'createPrecondition',
    'createRateLimiter',
    'createRolePolicy',
    'createToolDependencyGraph',
    'createToolHost',
    'defineContract',
    'defineTool',
    'evaluatePostconditions',
    'evaluatePreconditions',
    'hasCode',
    'matchesSemanticType',
    'planTools',
    'registerToolContract',
    'verifyJournal',
  ])
  expect(Object.keys(mcp).toSorted()).toEqual(['META', 'guard', 'toResult', 'toTool', 'toolContext', 'traceIdOf'])
  expect(Object.keys(call).toSorted()).toEqual(['call', 'check', 'declare'])
  expect(Object.keys(journal).toSorted()).toEqual([
    'GENESIS',
    'LOCAL_PRINCIPAL',
    'isFinal',
    'keyedHash',
    'seal',
    'shownOutput',
    'stepOf',
    'storedValue',
    'unknownOutcome',
    'unseal',
  ])
  expect(Object.keys(tools).toSorted()).toEqual([
    'CODE_PATTERN',
    'allowsEffect',
    'allowsEndpoint',
    'canonicalJson',
    'effectSentence',
    'endpointOf',
    'errorCodeOf',
    'isList',
    'isLoopback',
    'isRecord',
    'leadsToGlob',
    'matchesGlob',
    'mayRaise',
    'outputOf',
    'refusalCodeOf',
    'rpcErrorCodeOf',
    'sha256',
    'standardCode',
    'suggestion',
    'textsIn',
    'utf8Length',
    'withSemanticTypes',
  ])
  expect(Object.keys(tables).toSorted()).toEqual([
    'ConfigurationError',
    'StoreFailure',
    'checkTables',
    'compareConfigurations',
    'createTableHost',
    'createTableStatements',
    'createTableTools',
    'draftConfiguration',
    'loadConfiguration',
    'mcpResult',
    'postgresStore',
    'prismaStore',
    'sqliteStore',
    'toMastraTools',
    'toMcpTools',
  ])
})
