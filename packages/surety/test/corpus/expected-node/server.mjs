import { writeFileSync } from 'node:fs'
import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

const WORD = { input: { word: TEXT }, output: { word: TEXT } }

/** Writes for one word only. */
function noteSome(/** @type {{ word: string }} */ { word }) {
  if (word !== 'keep') writeFileSync('notes.txt', word)
  return { word }
}

/** Answers with far more for one word. */
function fill(/** @type {{ word: string }} */ { word }) {
  return { word: word === 'all' ? 'x'.repeat(2000) : word }
}

function wait(/** @type {{ word: string }} */ { word }) {
  return word === 'ever' ? new Promise(() => {}) : { word }
}

function fail(/** @type {{ word: string }} */ { word }) {
  if (word === 'bad') throw new Error('No such word in the dictionary of 1828')
  return { word }
}

const say = { description: 'Says the word.', ...WORD, run: (/** @type {unknown} */ args) => args }
const notes = { description: 'Writes a note into the project, notes.txt.', ...WORD, run: noteSome }
const fills = { description: 'Says the word, or all of them.', ...WORD, run: fill }

serve({
  writes: notes,
  floods: fills,
  waits: { description: 'Waits, at the word, for ever.', ...WORD, run: wait },
  misfits: { description: 'Says the word.', ...WORD, run: ({ word }) => ({ word: word === 'one' ? 1 : word }) },
  refuses: say,
  fails: { description: 'Says the word.', ...WORD, run: fail },
  dies: { description: 'Says the word.', ...WORD, run: (args) => (args.word === 'bad' ? process.exit(3) : args) },
  succeeds: say,
  fails_somehow: { description: 'Says the word.', ...WORD, run: fail },

  writes_nothing: say,
  floods_little: say,
  answers_in_time: say,
  fits_schema: say,
  takes_any_word: say,
  fails_never: say,
  refuses_another_field: say,
  fails_by_other_words: { description: 'Says the word.', ...WORD, run: fail },

  writes_and_floods_not: notes,
  floods_and_writes_not: fills,
  writes_twice: notes,
  floods_twice: { description: 'Says all words.', ...WORD, run: ({ word }) => ({ word: word + 'x'.repeat(2000) }) },
})
