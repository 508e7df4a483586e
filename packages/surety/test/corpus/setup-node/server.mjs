import { serve } from '../lib/raw-server.mjs'

serve({
  promises_no_effects: { description: 'Answers.', run: () => undefined },
  promises_nothing: { description: 'Answers.', run: () => undefined },
})
