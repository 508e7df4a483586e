/** A format: what we write ourselves, one plain value, and what we take from a schema's own examples. */
interface Format {
  readonly writes: string
  readonly plain: string
  readonly accepts: RegExp
}

const DATE = String.raw`(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)`
const BYTE = String.raw`(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])`
const PATH = String.raw`(?:/[a-z0-9_.~-]{1,8}){0,3}`
const QUERY = String.raw`(?:\?[a-z]{1,5}=[a-z0-9]{1,5})?(?:#[a-z]{1,5})?`
const HOST = String.raw`(?:[a-z](?:[a-z0-9-]{0,6}[a-z0-9])?\.){0,2}example\.(?:com|org|net)`
const URI = `https?://${HOST}(?::[1-9][0-9]{1,3})?${PATH}${QUERY}`
const POINTER = '(?:/(?:[a-z0-9]|~[01]){0,5}){0,3}'
const MAILBOX = String.raw`[a-z0-9]{1,8}(?:[.+_-][a-z0-9]{1,8})?@${HOST}`

/** Hosts are those reserved for examples: a generated address must reach nobody. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['date', format(DATE, '2024-05-17')],
  ['time', format(TIME, '12:00:00Z')],
  ['date-time', format(`${DATE}T${TIME}`, '2024-05-17T12:00:00Z')],
  ['iso-time', format(TIME, '12:00:00Z')],
  ['iso-date-time', format(`${DATE}T${TIME}`, '2024-05-17T12:00:00Z')],
  ['duration', format(String.raw`P(?:[1-9]\d?W|[1-9]\d?D(?:T[1-9]H)?|T[1-9]\d?M)`, 'P1D')],
  [
    'email',
    format(MAILBOX, 'ada@example.com', /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*@[a-z0-9]+(?:[.-][a-z0-9]+)*\.[a-z]{2,}$/i),
  ],
  ['idn-email', format(MAILBOX, 'ada@example.com')],
  ['hostname', format(HOST, 'example.com', /^(?:[a-z0-9]{1,30}(?:-[a-z0-9]{1,30})?\.){0,6}[a-z0-9]{1,30}$/i)],
  ['idn-hostname', format(HOST, 'example.com')],
  ['ipv4', format(String.raw`(?:${BYTE}\.){3}${BYTE}`, '192.0.2.1')],
  ['ipv6', format('(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|2001:db8::[0-9a-f]{1,4}|::1', '2001:db8::1')],
  [
    'uri',
    format(
      URI,
      'https://example.com/',
      /^(?:https?|ftp|file):\/\/[a-z0-9._~-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@-]*)*(?:\?[\w.~=&+-]*)?(?:#[\w.~-]*)?$/i,
    ),
  ],
  ['url', format(`https://${HOST}/[a-z0-9]{0,8}${QUERY}`, 'https://example.com/')],
  ['iri', format(URI, 'https://example.com/')],
  ['uri-reference', format(`${URI}|${PATH}${QUERY}`, '/items/1')],
  ['iri-reference', format(`${URI}|${PATH}${QUERY}`, '/items/1')],
  ['uri-template', format('https://example\\.com/\\{[a-z]{1,5}\\}', 'https://example.com/{id}')],
  [
    'uuid',
    format(
      '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
      '3f2b8c1e-9d4a-4e6b-8a57-1c0d2e3f4a5b',
      /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    ),
  ],
  ['regex', format('\\^(?:[a-z]{1,3}|\\[a-z\\]\\+|\\.\\*)\\$', '^[a-z]+$')],
  ['json-pointer', format(POINTER, '/items/0')],
  ['relative-json-pointer', format(String.raw`\d${POINTER}`, '1/items')],
  ['json-pointer-uri-fragment', format(`#${POINTER}`, '#/items/0')],
  ['byte', format('(?:[A-Za-z0-9+/]{4}){1,6}(?:[A-Za-z0-9+/][AQgw]==)?', 'dGV4dA==')],
])

export function formatNamed(name: unknown): Format | undefined {
  return typeof name === 'string' ? FORMATS.get(name) : undefined
}

function format(writes: string, plain: string, accepts: RegExp = new RegExp(`^(?:${writes})$`, 'u')): Format {
  return { writes: `^(?:${writes})$`, plain, accepts }
}
