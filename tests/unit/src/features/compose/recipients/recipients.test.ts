import { describe, expect, it, vi } from 'vitest'
import {
  holdsSeparator,
  knownRecipient,
  parseRecipients,
  recipientOf,
  recipientText,
  withRecipients,
} from '#src/features/compose/recipients/recipients'

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

  it.each([
    ['Berg, Anna <a@x.cn>; Costa, Rui <r@x.cn>', ['Berg, Anna <a@x.cn>', 'Costa, Rui <r@x.cn>']],
    ['Berg, Anna <a@x.cn>, Costa, Rui <r@x.cn>', ['Berg, Anna <a@x.cn>', 'Costa, Rui <r@x.cn>']],
    ['Berg, Anna, PhD <a@x.cn>\nr@x.cn', ['Berg, Anna, PhD <a@x.cn>', ' <r@x.cn>']],
    [
      'Berg, Anna <a@x.cn>；Costa, Rui ＜r＠x.cn＞，b@x.cn',
      ['Berg, Anna <a@x.cn>', 'Costa, Rui <r@x.cn>', ' <b@x.cn>'],
    ],
    ['王, 丽 <w@x.cn>、Rui <r@x.cn>', ['王, 丽 <w@x.cn>', 'Rui <r@x.cn>']],
    ['a@x.cn, b@x.cn', [' <a@x.cn>', ' <b@x.cn>']],
    ['a@x.cn, Rui <r@x.cn>', [' <a@x.cn>', 'Rui <r@x.cn>']],
    ['Anna <a@x.cn>, Rui <r@x.cn>', ['Anna <a@x.cn>', 'Rui <r@x.cn>']],
    ['nobody，"Costa, Rui" <r@x.cn>', [' <nobody>', 'Costa, Rui <r@x.cn>']],
    ['nobody, "Costa, Rui" <r@x.cn>', [' <nobody>', 'Costa, Rui <r@x.cn>']],
    ['Anna\ta@x.cn\nRui\tr@x.cn', ['Anna <a@x.cn>', 'Rui <r@x.cn>']],
    ['a@x.cn\tb@x.cn', [' <a@x.cn>', ' <b@x.cn>']],
    ['Anna <a@x.cn> Rui <r@x.cn>\t<b@x.cn>', ['Anna <a@x.cn>', 'Rui <r@x.cn>', ' <b@x.cn>']],
    ['"Anna <a@x.cn> B" <b@x.cn>', ['Anna <a@x.cn> B <b@x.cn>']],
    ['a@x.cn (Berg Anna); Rui [mailto:r@x.cn]', ['Berg Anna <a@x.cn>', 'Rui <r@x.cn>']],
  ])('keeps the commas of names, and cuts the others: %j', (text, people) => {
    expect(parseRecipients(text).map(({ name, address }) => `${name} <${address}>`)).toEqual(people)
  })

  it('goes on after an unclosed quote at the next line', () => {
    expect(parseRecipients('"a <a@ep.test>\nb@ep.test').map(({ address }) => address)).toEqual([
      'a@ep.test',
      'b@ep.test',
    ])
  })

  it('takes a quote or bracket that nothing closes as a letter', () => {
    const text = 'O"Brien, a@x.cn; Ana <b@x.cn, c@x.cn'
    const good = parseRecipients(text).filter(({ fault }) => fault === null)
    expect(good.map(({ address }) => address)).toEqual(expect.arrayContaining(['a@x.cn', 'c@x.cn']))
  })

  it.each(['ab,', '"', '<', '" <', 'a@x.cn,"'])(
    'of 90,000 characters of %j is read as often as it is long',
    (piece) => {
      const passes = vi.spyOn(String.prototype, 'slice')
      holdsSeparator(piece.repeat(90_000 / piece.length))
      const read = passes.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
      passes.mockRestore()
      expect(read).toBeLessThan(30_000_000)
    },
  )

  it('has nobody where it is empty', () => {
    expect(parseRecipients('<>, < >; mailto:\n"" <>')).toEqual([])
    expect(parseRecipients('王丽 <>')).toEqual([{ name: '王丽', address: '', fault: 'noAt' }])
  })
})

describe('a separator that is typed', () => {
  it.each([
    ['a@x.cn,', true],
    ['Ana <a@x.cn>,', true],
    ['Silva, Ana <a@x.cn>,', true],
    ['Silva, a@x.cn,', true],
    ['Silva;', true],
    ['王丽，', true],
    [',', true],
    ['Silva,', false],
    ['Silva, Ana', false],
    ['Silva, Ana, PhD <a@x.cn>', false],
    ['"Silva, Ana', false],
    ['Ana <a@x.cn, b@x.cn,', true],
    ['O"Brien a@x.cn,', true],
    ['"lin, a@x.cn;', true],
  ])('%j ends an entry: %s', (text, ends) => {
    expect(holdsSeparator(text)).toBe(ends)
  })
})

describe('full width', () => {
  it.each([
    ['ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｎ', '', 'lin@example.cn'],
    ['lin＠example。cn', '', 'lin@example.cn'],
    ['王丽 <ｗａｎｇ＠ｅｐ．ｔｅｓｔ>', '王丽', 'wang@ep.test'],
    ['ＡＢＣ公司＜ｉｎｆｏ＠ａｂｃ．ｃｎ＞', 'ＡＢＣ公司', 'info@abc.cn'],
    ['"ＡＢＣ，北京" <info＠abc.cn>', 'ＡＢＣ，北京', 'info@abc.cn'],
    ['王丽　ｗａｎｇ＠ｅｐ．ｔｅｓｔ', '王丽', 'wang@ep.test'],
    ['ｍａｉｌｔｏ：ｂｏ＠ｅｐ．ｔｅｓｔ', '', 'bo@ep.test'],
  ])('%s: the address is ASCII, the name keeps its own', (text, name, address) => {
    expect(parseRecipients(text)).toEqual([{ name, address, fault: null }])
  })

  it('cuts a list at wide commas and semicolons too', () => {
    const text = 'ａ＠ｅｐ．ｔｅｓｔ，ｂ＠ｅｐ．ｔｅｓｔ；ｃ＠ｅｐ．ｔｅｓｔ、ｄ＠ｅｐ．ｔｅｓｔ　ｅ＠ｅｐ．ｔｅｓｔ'
    const expected = ['a@ep.test', 'b@ep.test', 'c@ep.test', 'd@ep.test', 'e@ep.test']
    expect(parseRecipients(text).map(({ address }) => address)).toEqual(expected)
  })

  it('leaves what is no address as it was typed', () => {
    expect(recipientOf('ＡＢＣ公司')).toEqual({ name: '', address: 'ＡＢＣ公司', fault: 'noAt' })
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

  it.each([
    ['ken..old.@phone.example', null],
    ['root@intranet', null],
    ['wang@', 'noDomain'],
    ['wang', 'noAt'],
  ])('%s of a message that came: %s', (address, fault) => {
    expect(knownRecipient({ name: 'Ken', address })).toEqual({ name: 'Ken', address, fault })
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
