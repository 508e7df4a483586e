import { serve } from '../lib/raw-server.mjs'

const NAMES = ['ping', 'pong', 'self', 'one', 'two', 'three', 'needs_ghost', 'leaf', 'stem', 'root', 'leans_on_cycle']

serve(Object.fromEntries(NAMES.map((toolName) => [toolName, { description: 'Answers.', run: () => undefined }])))
