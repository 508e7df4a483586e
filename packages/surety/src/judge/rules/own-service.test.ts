import { expect, test } from 'vitest'
import { isOwnService } from './own-service.ts'

test.each<[string, string, unknown, boolean]>([
  ['shop_list_orders', 'api.shop.example:443', {}, true],
  ['shop-list-orders', 'shop.co.uk:443', {}, true],
  ['shop_list_orders', 'api.shop.example', {}, true],
  ['my_shop_list', 'my-shop.example:443', {}, true],
  ['Shop orders', 'API.SHOP.example:443', {}, true],
  ['list_orders', 'api.shop.example:443', {}, false],
  ['shop_list_orders', 'telemetry.example:443', {}, false],
  ['shop_list_orders', 'shop.telemetry.example:443', {}, false],
  ['shop_list_orders', 'shop:443', {}, false],
  ['workshop_list', 'api.shop.example:443', {}, false],
  ['shop_fetch', 'shop.example:443', { url: 'https://shop.example/orders' }, false],
  ['connect_192_0_2_20', '192.0.2.20:80', {}, false],
  ['connect', '[2001:db8::1]:443', {}, false],
  ['shop_list_orders', 'api.shop.example:443', { half: '\uD800' }, true],
  ['com_example', 'example.com:443', {}, true],
  ['com_list', 'com:443', {}, false],
])('%s, which connects to %s with %j', (name, target, input, own) => {
  const effect = { kind: 'connect', target, outcome: 'lasting', call: 1 } as const
  expect(isOwnService({ name }, input as never, effect)).toBe(own)
})
