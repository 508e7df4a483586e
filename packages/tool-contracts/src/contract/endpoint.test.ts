import { expect, test } from 'vitest'
import { allowsEndpoint } from './endpoint.ts'

test.each([
  ['api.example.com:443', 'api.example.com:443', true],
  ['api.example.com:443', 'api.example.com:80', false],
  ['api.example.com', 'api.example.com:8080', true],
  ['API.Example.com:443', 'api.example.COM:443', true],
  ['api.example.com.', 'api.example.com:1', true],
  ['*.example.com:443', 'a.b.example.com:443', true],
  ['*.example.com:443', 'example.com:443', false],
  ['*.example.com:443', 'badexample.com:443', false],
  ['*.example.com', 'example.com.evil.org:443', false],
  ['*:443', 'anything.org:443', true],
  ['localhost:*', 'localhost:1', true],
  ['localhost:18080', '127.0.0.1:18080', true],
  ['localhost:18080', '[::1]:18080', true],
  ['localhost', '127.8.9.10:1', true],
  ['localhost:18080', '127.0.0.1:18081', false],
  ['localhost', '127.0.0.1.example.com:1', false],
  ['localhost', '128.0.0.1:1', false],
  ['127.0.0.1:18080', '[::1]:18080', false],
  ['localhost.example.com', '127.0.0.1:1', false],
  ['[::1]:443', '[::1]:443', true],
  ['::1', '[::1]:443', true],
  ['[::1]:443', '[::2]:443', false],
  ['127.0.0.1:5432', '127.0.0.1:5432', true],
  ['127.0.0.1', '127.0.0.11:1', false],
  ['', 'a:1', false],
])('%s and %s: %s', (entry, target, allows) => {
  expect(allowsEndpoint(entry, target)).toBe(allows)
})
