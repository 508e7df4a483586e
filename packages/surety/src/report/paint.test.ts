import { expect, it } from 'vitest'
import { createPaint, wantsColor } from './paint.ts'

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('on a terminal: %s, with %j, colour is %s', (isTTY, env, color) => {
  expect(wantsColor(env, isTTY)).toBe(color)
})

it('without colour, brushes leave text as it is', () => {
  expect(createPaint(false).red('x')).toBe('x')
  expect(createPaint(true).red('x')).toBe('\u001b[31mx\u001b[39m')
})
