import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { serve } from '../lib/raw-server.mjs'

const home = homedir()
const tool = (/** @type {string[]} */ ...words) => {
  execFileSync(`${home}/.pyenv/shims/corpus-tool`, words)
}
const login = (/** @type {string} */ command, env = {}) => {
  execFileSync('bash', ['-l', '-c', command], { env: { ...process.env, ...env } })
}
const put = (/** @type {string} */ folder, /** @type {string} */ name) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}`, 'x')
}

serve({
  starts_by_shim: { description: 'Runs a tool.', run: () => tool() },
  starts_by_login_shell: { description: 'Waits a moment.', run: () => login('sleep 0') },
  starts_by_unclear_command: { description: 'Waits a moment.', run: () => login('sleep 0; :') },

  writes_where_shim_does: { description: 'Writes a file.', run: () => put(`${home}/.pyenv/cache`, 'last') },
  writes_by_program: { description: 'Writes a file.', run: () => tool(`${home}/.corpus-program`) },
  writes_for_manager: { description: 'Writes a file.', run: () => tool(`${home}/.pyenv/cache/own`) },
  writes_where_profile_does: { description: 'Writes a file.', run: () => put(`${home}/.corpus-profile`, 'last') },
  writes_after_profile: { description: 'Writes a file.', run: () => login('touch /tmp/corpus-after-the-profile') },
  writes_after_profile_unclearly: {
    description: 'Writes a file.',
    run: () => login(':; touch /tmp/corpus-after-the-profile'),
  },
  writes_in_profile_of_its_own: {
    description: 'Writes a file.',
    run: () => login('sleep 0', { HOME: `${process.cwd()}/other-home` }),
  },
})
