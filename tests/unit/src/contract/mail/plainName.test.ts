import { expect, it } from 'vitest'
import { foldedName, plainName } from '#contract/mail/plainName'

it.each(['👩‍👩‍👧', '👩🏽‍💻', '🏳️‍🌈', '❤️‍🔥', 'می‌خواهم', 'क्‍ष'])('a name keeps the joiners that spell it: %s', (name) => {
  expect(plainName(name)).toBe(name)
  expect(foldedName(name)).not.toMatch(/[\u200c\u200d]/)
})

it.each([
  'pay\u200dpal',
  '王\u200d丽',
  '\u200da',
  'a\u200c',
  '👩\u200dadmin',
  'a\u200d\u200db',
  'a\u202eb',
  'a\u200bb',
])('S31: a name loses what nobody sees in it: %j', (name) => {
  expect(plainName(name)).toBe(name.replaceAll(/\p{Cf}/gu, ''))
})
