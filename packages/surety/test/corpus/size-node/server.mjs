import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

const KILOBYTE = 1024
const says = (/** @type {string} */ text) => ({ type: 'text', text })
const picture = (/** @type {number} */ size) => ({
  type: 'image',
  data: 'iVBO'.repeat(size / 4),
  mimeType: 'image/png',
})
const sound = (/** @type {number} */ size) => ({ type: 'audio', data: 'UklG'.repeat(size / 4), mimeType: 'audio/wav' })
const blob = (/** @type {number} */ size) => ({
  type: 'resource',
  resource: { uri: 'file://1', mimeType: 'application/zip', blob: 'UEsD'.repeat(size / 4) },
})
const page = (/** @type {string} */ text) => ({
  type: 'resource',
  resource: { uri: 'note://1', mimeType: 'text/plain', text },
})

/** An object whose JSON text has exactly that many bytes. */
const structured = (/** @type {number} */ size) => ({ body: 'x'.repeat(size - '{"body":""}'.length) })

serve({
  one_byte_over: answering([says('x'.repeat(KILOBYTE + 1))]),
  one_byte_over_in_umlauts: answering([says(`${'ü'.repeat(KILOBYTE / 2)}x`)]),
  picture_over: answering([picture(4 * KILOBYTE)]),
  many_blocks_over: answering(Array.from({ length: 11 }, () => says('x'.repeat(100)))),
  text_and_picture_over: answering([says('x'.repeat(700)), picture(700)]),
  resource_over: answering([page('x'.repeat(2 * KILOBYTE))]),
  structured_over: {
    ...answering([says('see the structure')], { structuredContent: structured(KILOBYTE + 1) }),
    output: { body: TEXT },
  },
  over_for_one_input: {
    description: 'Repeats a letter.',
    input: { times: { type: 'integer', minimum: 0, maximum: 5000 } },
    output: null,
    run: ({ times }) => 'x'.repeat(times),
  },
  over_default: answering([says('x'.repeat(51 * KILOBYTE))]),
  text_over_default_by_picture: answering([says('x'.repeat(51 * KILOBYTE)), picture(KILOBYTE)]),
  huge: answering([says('x'.repeat(11 * KILOBYTE * KILOBYTE))]),

  exact: answering([says('x'.repeat(KILOBYTE))]),
  exact_in_umlauts: answering([says('ü'.repeat(KILOBYTE / 2))]),
  exact_in_blocks: answering([says('x'.repeat(KILOBYTE - 300)), picture(300)]),
  exact_structured: {
    ...answering([says('see the structure')], { structuredContent: structured(KILOBYTE) }),
    output: { body: TEXT },
  },
  exact_twice: {
    ...answering([says('x'.repeat(KILOBYTE))], { structuredContent: structured(KILOBYTE) }),
    output: { body: TEXT },
  },
  exact_default: answering([says('x'.repeat(50 * KILOBYTE))]),
  picture_by_default: answering([says('x'), picture(60 * KILOBYTE), sound(60 * KILOBYTE), blob(60 * KILOBYTE)]),
  large_meta: answering([says('x')], { _meta: { trail: 'x'.repeat(4 * KILOBYTE) } }),
  large_log: {
    description: 'Says a letter.',
    output: null,
    run: () => {
      process.stderr.write('a line for the log\n'.repeat(200))
      return 'x'
    },
  },
})

function answering(/** @type {unknown[]} */ content, rest = {}) {
  return { description: 'Shows a page.', output: null, raw: true, run: () => ({ content, ...rest }) }
}
