import { describe, expect, it } from 'vitest'
import {
  parseRecipients,
  recipientOf,
  recipientText,
  withRecipients,
} from '../../../../../src/features/compose/recipients'

describe('a pasted list', () => {
  it('is cut at commas, semicolons and line ends of either width', () => {
    const text = '王丽 <w@ep.test>，li@ep.test；"Doe, Jane" <jane@ep.test>;\r\nmailto:bo@ep.test, '
    expect(parseRecipients(text)).toEqual([
      { name: '王丽', address: 'w@ep.test', fault: null },
      { name: '', address: 'li@ep.test', fault: null },
      { name: 'Doe, Jane', address: 'jane@ep.test', fault: null },
      { name: '', address: 'bo@ep.test', fault: null },
    ])
  })

  it('goes on after an unclosed quote at the next line', () => {
    expect(parseRecipients('"a <a@ep.test>\nb@ep.test').map(({ address }) => address)).toEqual([
      'a@ep.test',
      'b@ep.test',
    ])
  })

  it('is read in no time, however long', () => {
    const start = performance.now()
    parseRecipients('"<,'.repeat(100_000))
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

describe('one recipient', () => {
  it.each([
    ['zhaoyiming@', 'noDomain'],
    ['zhaoyiming', 'noAt'],
    ['@ep.test', 'noName'],
    ['a b@ep.test', 'badCharacter'],
    ['a@ep', 'noDomain'],
    ['a..b@ep.test', 'badCharacter'],
    ['a@ep.test', null],
    ['林@例子.中国', null],
  ])('%s: %s', (text, fault) => {
    expect(recipientOf(text).fault).toBe(fault)
  })

  it('S11: no line end survives in a name or an address', () => {
    const hostile = recipientOf('Eve\r\nBcc: x@evil.example <a@ep.test>')
    expect(hostile.name).toBe('Eve Bcc: x@evil.example')
    expect(recipientText({ name: 'Eve\r\nBcc: x', address: 'a@ep.test' })).not.toMatch(/[\r\n]/)
    expect(recipientOf('a@ep.test\r\nb@ep.test').fault).not.toBeNull()
  })

  it('is written so that it reads back the same', () => {
    for (const name of ['王丽', 'Doe, Jane', 'He said "hi"', 'a\\b', '李；四'])
      expect(recipientOf(recipientText({ name, address: 'a@ep.test' }))).toEqual({
        name,
        address: 'a@ep.test',
        fault: null,
      })
  })

  it('is not added twice', () => {
    const list = parseRecipients('a@ep.test')
    expect(withRecipients(list, parseRecipients('A@EP.test, b@ep.test, b@ep.test'))).toHaveLength(2)
  })
})
