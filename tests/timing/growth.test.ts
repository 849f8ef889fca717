/** Hostile input costs time in proportion to its length (docs/threats.md, S30); a row is work and a size. */
import { describe, expect, it } from 'vitest'
import { unsubscribeWays } from '#contract/mail/unsubscribeWays'
import { decodeText } from '#server/kit/charset'
import { distinctFileNames } from '#server/kit/fileName'
import { highlightRanges } from '#server/kit/highlight'
import { readInvite } from '#server/kit/ical/readInvite'
import { strippedText } from '#server/kit/message/strippedText'
import { takeEmbedded } from '#server/mime/build/embeddedPictures'
import { textAlternative } from '#server/mime/build/textAlternative'
import { readAddresses } from '#server/mime/header/addressList'
import { parseAuthenticationResults } from '#server/mime/header/authenticationResults'
import { readFields } from '#server/mime/header/headerFields'
import { decodeHeader } from '#server/mime/header/headerText'
import { parseAddress } from '#server/mime/header/parseAddresses'
import { wordsOfHtml } from '#server/mime/text/bodyWords'
import { enrichedToPlain } from '#server/mime/text/enrichedText'
import { indexText } from '#server/mime/text/searchTokens'
import { readRtf } from '#server/mime/tnef/rtf'
import { meetsTextCondition } from '#server/rules/arrival/textCondition'
import { parseRecipients } from '#src/features/compose/recipients/recipients'
import { parseQuery } from '#src/features/search/searchQuery'
import { misleadingLinks } from '#src/lib/html/misleadingLinks'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { message, read } from '../unit/server/mime/reading'
import { growth, inProportion } from './growth'

const addressLists: readonly [string, (size: number) => string][] = [
  ['signs within a name', (size) => `x${'，'.repeat(size)}x <a@b.cn>`],
  ['signs behind brackets with nothing in them', (size) => `<${' '.repeat(size)}>${'，'.repeat(size)} a@b.cn`],
  ['colons before one comma', (size) => `${'a:'.repeat(size)}, <a@b.cn>`],
  ['quoted addresses behind a long name', (size) => `${'x'.repeat(size)}${'"a"@x '.repeat(size)}<a@b.cn>`],
]

type Case = readonly [subject: string, work: (size: number) => unknown, size: number]

/** One case a mark: the work takes a text of that mark over and over. */
const ofMarks = (marks: readonly string[], subject: string, work: (text: string) => unknown, size: number): Case[] =>
  marks.map((mark) => [`${subject} of “${mark}”`, (length) => work(mark.repeat(length / mark.length)), size])

function expectProportion(cases: readonly Case[]): void {
  it.each(cases)('%s takes time in proportion', (_subject, work, size) => {
    expect(growth(work, size)).toBeLessThan(inProportion)
  })
}

const manyParts = (count: number) => {
  const parts = Array.from({ length: count }, (_, n) => `--b\r\nContent-Type: image/gif; name=${n}.gif\r\n\r\nx\r\n`)
  return Buffer.from(`Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--`)
}
const manyRecipients = (count: number) => {
  const list = Array.from({ length: count }, (_, n) => `u${n}@x.cn`).join(',\r\n ')
  return Buffer.from(`Subject: s\r\nTo: ${list}\r\n\r\nx`)
}
const addressMarks = ['(', '<', '"', ':', ',', '=?', '\\', '=?utf-8?q?', '"a" <', 'a@', ' ']
const nameMarks = [' ', '\t=', '=?a?q?x ', '=?iso-2022-jp?b?GyRC?= ', '"a"@', '< ', '. ', '(']
const megabyte = 1_000_000

describe('a message that arrives', () => {
  expectProportion([
    ['R16: reading a mail with thousands of parts', (count) => read(manyParts(count)), 625],
    ['S27: reading a mail to 100,000 recipients', (count) => read(manyRecipients(count)), 12_500],
    ...ofMarks(
      addressMarks,
      'S30: reading a mail with a From',
      (text) => read(message([`From: ${text}`, '', 'x'])),
      50_000,
    ),
    ...ofMarks(addressMarks, 'S30: reading an address', parseAddress, 2_000),
    ...ofMarks(nameMarks, 'S30: decoding a name of a megabyte', (text) => decodeHeader(text, null), megabyte / 8),
    ...ofMarks(
      nameMarks,
      'S30: reading an address of a megabyte',
      (text) => readAddresses(text, null, 1),
      megabyte / 8,
    ),
    ...addressLists.map(
      ([name, value]): Case => [
        `S30: reading an address list with many ${name}`,
        (size) => readAddresses(Buffer.from(value(size)).toString('latin1'), null, 10),
        20_000,
      ],
    ),
    ['S30: reading the continuation lines of a header', (size) => readFields(' a\n'.repeat(size / 3)), megabyte / 8],
    ...['(', '"', '\\', ';', 'a-', 'a.', '=', '((', '(")', 'a=b '].map(
      (piece): Case => [
        `S30: reading a verdict on the sender of “${piece}”`,
        (count) => parseAuthenticationResults(`mx.ep.test;${piece.repeat(count)}`),
        62_500,
      ],
    ),
    ...['<', '<>', '<a', '> <', '<https://a.b/> '].map(
      (bit): Case => [
        `S30: reading List-Unsubscribe of “${bit}”`,
        (count) => unsubscribeWays([{ name: 'List-Unsubscribe', value: bit.repeat(count) }]),
        10_000,
      ],
    ),
  ])
})

describe('the body of a message', () => {
  expectProportion([
    [
      'S30: decoding escapes of ISO-2022-JP',
      (size) => decodeText(Buffer.from('\u001b(B'.repeat(size / 3)), 'iso-2022-jp'),
      megabyte / 8,
    ],
    ...ofMarks(
      ['<a><'],
      'S30: reading marks of text/enriched',
      (text) => enrichedToPlain(text, 'text/enriched'),
      megabyte / 8,
    ),
    ...ofMarks(
      ['{', '\\', '\\u1?', '{\\*\\htmltag ', "\\'8"],
      'S30: reading RTF within TNEF',
      (text) => readRtf(Buffer.from(`{\\rtf1 ${text}`)),
      50_000,
    ),
  ])
})

describe('an invitation', () => {
  const event = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
  const zoneOf = (lines: string) =>
    event('DTSTART;TZID=Own:20260801T090000').replace(
      'BEGIN:VEVENT',
      `BEGIN:VTIMEZONE\r\nTZID:Own\r\n${`BEGIN:STANDARD\r\nDTSTART:20260101T000000\r\nTZOFFSETTO:+0100\r\n${lines}\r\nEND:STANDARD\r\n`.repeat(20)}END:VTIMEZONE\r\nBEGIN:VEVENT`,
    )
  const shapes: readonly (readonly [string, (size: number) => string])[] = [
    ['folds', (size) => event('SUMMARY:x', ...Array.from({ length: size / 2 }, () => ' '))],
    ['quotes', (size) => event(`SUMMARY;${'"'.repeat(size)}:x`)],
    ['parameters', (size) => event(`SUMMARY${';A=b'.repeat(size / 4)}:x`)],
    ['rules of a zone', (size) => zoneOf('RRULE:FREQ=YEARLY;BYDAY=SU\r\n'.repeat(size / 30))],
    ['changes of a zone', (size) => zoneOf(`RDATE:${'20260101T000000,'.repeat(size / 16)}`)],
    ['nested parts', (size) => event(...Array.from({ length: size / 8 }, () => 'BEGIN:X'))],
  ]
  expectProportion(
    shapes.map(([name, text]) => [`S30: reading one of many ${name}`, (size) => readInvite(text(size)), 16_000]),
  )
})

describe('a rule', () => {
  const pattern = `${'*a'.repeat(4)}c`
  expectProportion([
    [
      'S30: matching a pattern that goes back and forth',
      (size) => meetsTextCondition('matches', [`${'a'.repeat(size)}b`], [pattern]),
      50,
    ],
  ])
})

describe('a search', () => {
  expectProportion([
    ...ofMarks(
      ['<', 'a', '&#', '<style'],
      'S30: cutting words of the index from a line',
      (text) => indexText(wordsOfHtml(text), 'm1x'),
      60_000,
    ),
    [
      'S30: looking for the ranges of a word that a line nearly holds',
      (size) => highlightRanges('a'.repeat(size), [`${'a'.repeat(60)}b`]),
      200,
    ],
    ...ofMarks(['"', 'a:', '-', 'from:"'], 'S30: reading a query', parseQuery, 60_000),
  ])
})

describe('the words of a message in HTML', () => {
  it('S30: cost as much the twentieth time as the first, when the code is hot', () => {
    const html = '<p>word</p>'.repeat(25_000)
    const cost = () => {
      const start = process.cpuUsage()
      wordsOfHtml(html)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1_000
    }
    const runs = Array.from({ length: 20 }, cost)
    const [first, last] = [runs.slice(0, 3), runs.slice(-3)].map((some) => Math.min(...some))
    // The collector may fall into any run; what is not linear takes hundreds of times as long.
    expect(last ?? 0).toBeLessThan(Math.max(5, first ?? 0) * 8)
  })
})

describe('a mail that is read', () => {
  const lines: readonly (readonly [string, (size: number) => string])[] = [
    ['addresses without an end', (size) => 'http://'.repeat(size / 7)],
    ['quote marks', (size) => '>'.repeat(size)],
    ['brackets', (size) => `http://${')'.repeat(size)}`],
    ['many addresses', (size) => 'http://a.bc '.repeat(size / 12)],
    ['one word', (size) => 'a'.repeat(size)],
  ]
  expectProportion([
    ...lines.map(
      ([name, line]): Case => [
        `S30: showing a line of a million characters of ${name}`,
        (size) => plainTextToHtml(line(size)),
        125_000,
      ],
    ),
    [
      'S30: judging a link with a long text',
      (size) => misleadingLinks([{ text: 'a.'.repeat(size / 2), href: 'https://a.example' }]),
      20_000,
    ],
  ])
})

describe('a mail that is written', () => {
  const evils: readonly ((size: number) => string)[] = [
    (size) => '<img '.repeat(size / 5),
    (size) => `<img ${' src'.repeat(size / 4)}`,
    (size) => `<img src${' '.repeat(size)}`,
  ]
  expectProportion([
    ['S30: reading a pasted list of recipients', (size) => parseRecipients('"<,'.repeat(size / 3)), 9_000],
    ...ofMarks(
      ['<', '<p>x', '<b> </b> ', '<!--', '<script>', '</', '&#'],
      'S30: taking the tags out of HTML',
      (text) => strippedText(text, { lineBreaks: true, most: Number.POSITIVE_INFINITY }),
      16_000,
    ),
    [
      'S30: writing a cell of many blanks as text',
      (size) => textAlternative(`<table><tr><td>a${'&nbsp;'.repeat(size)}b</td><td>c</td></tr></table>`),
      8_000,
    ],
    ...evils.map(
      (evil): Case => [
        `S30: taking embedded pictures out of “${evil(10)}”`,
        (size) => takeEmbedded(`data:image/ ${evil(size)}`),
        10_000,
      ],
    ),
  ])
})

describe('an archive', () => {
  expectProportion([
    [
      'naming files apart that all have one name',
      (count) => distinctFileNames(Array.from({ length: count }, () => 'a.txt')),
      300,
    ],
  ])
})
