import { expect, it, onTestFinished, vi } from 'vitest'
import { writtenDate } from '#server/kit/zonedDate'

it('keeps the formats of as many names as there are zones, in whatever case they are written', () => {
  let made = 0
  class Counted extends Intl.DateTimeFormat {
    constructor(...asked: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      super(...asked)
      made += 1
    }
  }
  vi.stubGlobal('Intl', { DateTimeFormat: Counted })
  onTestFinished(() => void vi.unstubAllGlobals())
  const spelling = (number: number) =>
    [...'america/new_york'].map((sign, at) => ((number >> at) & 1 ? sign.toUpperCase() : sign)).join('')
  // A bit of a sign that has no case would spell the same name again.
  const numbers = [...Array(2_000).keys()].filter((number) => (number & (1 << 7)) === 0).slice(0, 601)
  for (const number of numbers) expect(writtenDate(0, spelling(number))).toBe('1969-12-31 19:00:00')
  writtenDate(0, spelling(600 + 128))
  const before = made
  writtenDate(0, spelling(0))
  expect(made - before).toBe(1)
  writtenDate(0, spelling(0))
  expect(made - before).toBe(1)
})
