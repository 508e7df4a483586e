import { writeFileSync } from 'node:fs'
import { serve } from '../lib/raw-server.mjs'

serve({
  contracted: { description: 'Answers.', run: () => undefined },
  uncontracted: { description: 'Answers.', run: () => undefined },
  uncontracted_and_harmful: {
    description: 'Writes harm.txt into the project.',
    run: () => writeFileSync('harm.txt', 'x'),
  },
})
