import { expect, it } from 'vitest'
import type { Loosened } from '../modules/install/install-plan.ts'
import type { KeptPlan } from '../modules/install/plans.ts'
import { planText } from './plan-text.ts'

const loosened = (promise: string, before: Loosened['before'], after: Loosened['after']): Loosened => ({
  tool: 'pay',
  module: 'acme/shop',
  promise,
  before,
  after,
})

it('an operator reads which promises are weaker, and what that means where the name does not say it', () => {
  const plan: KeptPlan = {
    situation: {
      version: 1,
      base: null,
      target: '',
      want: [],
      modules: [],
      steps: [{ action: 'upgrade', ref: 'acme/shop', from: '1.0.0', to: '2.0.0' }],
      gained: [],
      loosened: [
        loosened('capabilities', ['READ', 'ADMIN'], ['READ']),
        loosened('tableName', 'notes', 'users'),
        loosened('approval', 'always', 'never'),
        loosened('capabilities', ['READ'], null),
      ],
    },
    breaks: [{ tool: 'pay', module: 'acme/shop', callers: [], reason: 'pay is removed.', example: { input: {} } }],
  }
  expect(planText(plan, 'current').split('\n')).toEqual([
    'upgrade acme/shop 1.0.0 → 2.0.0',
    'breaks pay: pay is removed.',
    '  for example {"input":{}}',
    'loosens pay: capabilities was ["READ","ADMIN"] and is ["READ"]: fewer capabilities are needed to call it',
    'loosens pay: tableName was "notes" and is "users": rows go to another table',
    'loosens pay: approval was "always" and is "never"',
    'loosens pay: capabilities was ["READ"] and is null',
    '',
  ])
})
