import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

// In pieces, so that nothing in this repository looks like a credential.
const AWS = ['AKIA', 'Z7QXWERT2NMKLP4D'].join('')
const GITHUB = ['ghp', 'a8Kd0Zq2Lm5Xv7Rt1Yc3Wb6Nf9Hs4Jg0Pe2T'].join('_')
const PEM = ['-----BEGIN RSA PRIVATE', 'KEY-----\nMIIEowIBAAKCAQEAx7Qm0\n-----END RSA PRIVATE', 'KEY-----'].join(' ')

serve({
  cloud_key: { description: 'Shows a profile.', output: null, run: () => `Ada, ${AWS}, Paris` },
  token_deep_down: {
    description: 'Shows a profile.',
    output: { user: { type: 'object' } },
    run: () => ({ user: { name: 'Ada', links: [{ via: `https://x:${GITHUB}@example.com/repo` }] } }),
  },
  private_key: { description: 'Shows a profile.', output: { key: TEXT }, run: () => ({ key: PEM }) },
  environment: { description: 'Shows the settings.', output: null, run: () => JSON.stringify(process.env) },
  environment_values: {
    description: 'Shows the settings.',
    output: null,
    run: () => Object.values(process.env).join(' '),
  },

  hashes: {
    description: 'Shows a commit.',
    output: { commit: TEXT, sum: TEXT, id: TEXT },
    run: () => ({
      commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
      sum: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      id: '0b7f2c1e-5d1a-4a53-9a55-0a4f6a3f3a11',
    }),
  },
  prose: {
    description: 'Shows a note.',
    output: null,
    run: () => 'The risk-free task-list of sk-SK: the token, password and secret are kept elsewhere.',
  },
  public_key: {
    description: 'Shows a key that anybody may see.',
    output: null,
    run: () => '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
  },
  own_setting: {
    description: 'Tells the language.',
    output: { language: TEXT },
    run: () => ({ language: process.env['CORPUS_LANGUAGE'] ?? 'en' }),
  },
})
