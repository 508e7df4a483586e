import { serve } from '../lib/raw-server.mjs'

console.log('Corpus server is starting …')

serve({
  prints: { description: 'Answers.', run: () => console.log('debug: called') },
  prints_json: { description: 'Answers.', run: () => console.log(JSON.stringify({ level: 'info', text: 'called' })) },
  prints_to_stderr: { description: 'Answers.', run: () => console.error('debug: called') },
  logs_properly: {
    description: 'Answers.',
    run: (_, session) => session.send({ method: 'notifications/message', params: { level: 'info', data: 'called' } }),
  },
  silent: { description: 'Answers.', run: () => undefined },
})
