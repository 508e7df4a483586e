import * as library from '@surety/tool-contracts'
import * as mcp from '@surety/tool-contracts/mcp'
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
    'call',
    'canonicalJson',
    'check',
    'createMemoryJournal',
    'createPostcondition',
    'createPrecondition',
    'createRateLimiter',
    'createRolePolicy',
    'createToolDependencyGraph',
    'createToolHost',
    'declare',
    'defineContract',
    'defineTool',
    'effectSentence',
    'evaluatePostconditions',
    'evaluatePreconditions',
    'matchesSemanticType',
    'planTools',
    'registerToolContract',
    'sha256',
    'verifyJournal',
  ])
  expect(Object.keys(mcp).toSorted()).toEqual(['META', 'guard', 'toResult', 'toTool', 'toolContext'])
})
