import { existsSync, mkdirSync } from 'node:fs'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const NAME = { type: 'string', pattern: '^[a-z]*$' }

/** Which folders there are decides what others answer: what only that shows is nobody's defect. */
serve({
  make_box: {
    description: 'Writes a new folder into the project.',
    input: { name: NAME },
    output: null,
    run: ({ name }) => {
      if (name === '') throw new Error('A box has a name.')
      mkdirSync(name, { recursive: true })
      return 'done'
    },
  },
  box_status: {
    description: 'Tells whether a folder is empty.',
    input: { name: TEXT },
    output: null,
    run: ({ name }) => {
      if (name === '' || !existsSync(name)) throw new Error('There is no such box.')
      return 'empty'
    },
  },
  count_boxes: {
    description: 'Counts folders.',
    output: { count: COUNT },
    run: () => {
      if (existsSync('a')) throw new TypeError('boxes.map is not a function')
      return { count: 0 }
    },
  },
  label: {
    description: 'Writes a label.',
    input: { text: { type: 'string', minLength: 1 } },
    output: null,
    run: ({ text }) => text,
  },
})
