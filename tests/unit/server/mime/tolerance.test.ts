import { describe, expect, it } from 'vitest'
import { readDate } from '#server/mime/header/mailDate'
import { message, read } from './reading'

describe('dates', () => {
  const utc = (date: string) => {
    const time = readDate(date)
    return time === null ? null : new Date(time).toISOString().slice(0, 19)
  }
  it.each([
    ['Tue, 5 Jan 2026 15:09:57 est', '2026-01-05T20:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 -600', '2026-01-05T21:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 JST', '2026-01-05T06:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 CEST', '2026-01-05T13:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 PdT', '2026-01-05T22:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 GMT+8', '2026-01-05T07:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 +0800 CST', '2026-01-05T07:09:57'],
    ['Tue Jan 5 15:09:57 EST 2026', '2026-01-05T20:09:57'],
    ['2026-01-05 15:09:57+08:00', '2026-01-05T07:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 A', '2026-01-05T15:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 ut', '2026-01-05T15:09:57'],
    ['Tue, 5 Jan 2026 15:09:57 XYZ', '2026-01-05T15:09:57'],
  ])('R17: the date %s is %s in UTC', (date, expected) => {
    expect(utc(date)).toBe(expected)
  })
  it('R17: what is no date stays null', () => {
    for (const date of ['yesterday', '5 Jan 2026', 'Mon, 5 Jan 2026 99:99:99 +0000', ''])
      expect(utc(date), date).toBeNull()
  })
})

describe('addresses', () => {
  const from = (value: string) => read(message([`From: ${value}`, '', 'x'], 'utf8')).from
  it('S31: a space within an address never makes another address of it', () => {
    expect(from('<aaa bbb>')).toEqual({ name: 'aaa bbb', address: '' })
    expect(from('<sending_domain.tld postmaster@a.cn>')).toEqual({
      name: 'sending_domain.tld postmaster@a.cn',
      address: '',
    })
    expect(from('Li <l w@a.cn>')).toEqual({ name: 'Li <l w@a.cn>', address: '' })
    expect(from('Li <l\u00a0w@a.cn>').address).toBe('')
    expect(from('Li <l\u0000w@a.cn>').address).toBe('')
    expect(from('Li <l\u202ew@a.cn>').address).toBe('')
  })
  it('reads white space where an address may have it (RFC 5322 section 4.4)', () => {
    expect(from('< l . w@ a.cn >')).toEqual({ name: '', address: 'l.w@a.cn' })
    expect(from('<l.w\r\n @a.cn>').address).toBe('l.w@a.cn')
  })
  it('S31: a quoted local part keeps its spaces and its quotes', () => {
    expect(from('Li <"l w"@a.cn>')).toEqual({ name: 'Li', address: '"l w"@a.cn' })
    expect(from('"l w"@a.cn')).toEqual({ name: '', address: '"l w"@a.cn' })
    expect(from('"L, W"@ <l@a.cn>')).toEqual({ name: 'L, W@', address: 'l@a.cn' })
  })
})

describe('header fields', () => {
  it('reads a first field that begins with a space', () => {
    const mail = read(message([' From: James Hillyerd <james@makita.cn>', 'Subject: s', '', 'x']))
    expect(mail).toMatchObject({ from: { name: 'James Hillyerd', address: 'james@makita.cn' }, subject: 's' })
  })
})

describe('marked-up text', () => {
  const textOf = (type: string, ...lines: string[]) => read(message([`Content-Type: ${type}`, '', ...lines]))
  it('has line feeds for line ends of any kind, however long the text', () => {
    for (const shift of ['', 'z', 'zz', 'zzz']) {
      const { text } = read(message(['Subject: s', '', `${shift}${'a\r\nb\rc\n'.repeat(20_000)}`]))
      expect(text).toBe(`${shift}${'a\nb\nc\n'.repeat(20_000)}`)
    }
  })
  it('says that it is cut where line ends count twice, and where they do not', () => {
    const most = 2_000_000
    const of = (lines: number) => read(message(['Subject: s', '', '\r\n'.repeat(lines)]))
    expect(of(most)).toMatchObject({ text: '\n'.repeat(most), truncated: false })
    expect(of(most + 1)).toMatchObject({ text: '\n'.repeat(most), truncated: true })
  })
  it('text/enriched is shown without its marks', () => {
    const mail = textOf(
      'text/enriched',
      '<bold>Now</bold> is the <color><param>red</param>time</color>',
      'for <<all>',
      '',
      'good <nofill>a',
      'b</nofill>',
    )
    expect(mail.text).toBe('Now is the time for <all>\ngood a\nb')
    expect(mail.preview).toBe('Now is the time for <all> good a b')
  })
  it('text/richtext is shown without its marks', () => {
    const mail = textOf('text/richtext', '<bold>Now</bold> is<nl>the <comment>not</comment>time<lt>', 'all')
    expect(mail.text).toBe('Now is\nthe time< all')
  })
})
