import { describe, expect, it } from 'vitest'
import { plainContentId } from '#contract/compose/contentIds'
import { message, read } from './reading'

type Part = readonly string[]

function related(
  html: string,
  parts: readonly Part[],
  head: readonly string[] = [],
  encoding: 'utf8' | 'latin1' = 'utf8',
) {
  const top = ['Content-Type: multipart/related; boundary=b', '', '--b', 'Content-Type: text/html; charset=utf-8']
  const files = parts.flatMap((fields) => ['--b', 'Content-Type: image/png', ...fields, '', 'x'])
  return read(message([...top, ...head, '', html, ...files, '--b--'], encoding))
}
const withId = (html: string, ...ids: string[]) =>
  related(
    html,
    ids.map((id) => [`Content-ID: ${id}`]),
  )
const picture = (reference: string) => `<img src="cid:${reference}">`

describe('a picture and the text that shows it', () => {
  it.each([
    ['as it stands', '<a@b>', 'a@b'],
    ['with a percent sign in the text', '<a@b>', 'a%40b'],
    ['with percent signs in both', '<a%40b>', 'a%40b'],
    ['with a percent sign in the header', '<a%40b>', 'a@b'],
    ['with a percent sign that is encoded once more', '<a%40b>', 'a%2540b'],
    ['with a percent sign that encodes nothing', '<100%>', '100%'],
    ['with braces', '<{1F-2}>', '{1F-2}'],
    ['with braces, encoded', '<{1F-2}>', '%7B1F-2%7D'],
    ['with odd signs', '<~a!b/c#d&e>', '~a!b/c#d&amp;e'],
    ['with a space', '<my chart>', 'my chart'],
    ['with a space, encoded', '<my chart>', 'my%20chart'],
    ['with an apostrophe', "<it's>", "it's"],
    ['in Chinese', '<图表.png>', '图表.png'],
    ['in Chinese, encoded in the text', '<图表.png>', '%E5%9B%BE%E8%A1%A8.png'],
    ['in Chinese, as character references', '<图表>', '&#22270;&#x8868;'],
    ['in encoded words', '<=?utf-8?B?5Zu+6KGo?=>', '图表'],
    ['in encoded words around the brackets', '=?utf-8?Q?=3C=E5=9B=BE=3E?=', '图'],
    ['in encoded words in both', '<=?utf-8?B?5Zu+6KGo?=>', '=?utf-8?B?5Zu+6KGo?='],
    ['in encoded words and percent signs', '<=?gb18030?B?zbyx7Q==?=>', '%E5%9B%BE%E8%A1%A8'],
    ['decomposed', '<e\u0301>', '\u00e9'],
    ['without brackets', 'a@b', 'a@b'],
    ['in another case', '<Chart@Here>', 'chart@HERE'],
    ['with entities for plain letters', '<a@b>', 'a&#64;b'],
    ['with a comment', '<a@b> (chart)', 'a@b'],
    ['very long', `<${'a'.repeat(400)}>`, 'a'.repeat(400)],
  ])('have one plain Content-ID: %s', (_how, id, reference) => {
    const mail = withId(`<p>Look:</p>${picture(reference)}<p>end</p>`, id)
    const [file] = mail.attachments
    expect(file?.cid).toMatch(plainContentId)
    expect(file?.inline).toBe(true)
    expect(mail.html).toBe(`<p>Look:</p><img src="cid:${file?.cid}"><p>end</p>`)
  })

  it('find each other in GB 18030 and in any place of the text', () => {
    const raw = related(picture('图.png'), [['Content-ID: <\xcd\xbc.png>']], [], 'latin1')
    expect(raw.attachments[0]?.inline).toBe(false)
    const gbk = related(picture('%CD%BC.png'), [['Content-ID: <\xcd\xbc.png>']], [], 'latin1')
    expect(gbk.attachments[0]?.inline).toBe(true)
    const places = [
      "<img src='cid:{a b}'>",
      '<img src="  cid:{a b}  ">',
      '<img src=cid:%7Ba%20b%7D>',
      '<img src=cid:{a&#32;b}>',
      '<td background="cid:{a b}">',
      '<td style="background:url(&quot;cid:{a b}&quot;)">',
      `<td style="background:url('cid:{a b}')">`,
      '<td style="background:url(cid:{a b})">',
      '<style>td{background:url( "cid:{a b}" )}</style>',
      '<IMG SRC="CID:{a b}">',
    ]
    for (const place of places) {
      const mail = withId(place, '<{a b}>')
      expect(mail.attachments[0]?.inline, place).toBe(true)
      expect(mail.html, place).toContain(`cid:${mail.attachments[0]?.cid}`)
    }
  })

  it('are told apart where one Content-ID reads as another does', () => {
    const mail = withId(`${picture('a%40b')}${picture('a@b')}${picture('c')}`, '<a%40b>', '<a@b>', '<c>', '<d>', '<c>')
    const [encoded, plain, , unused] = mail.attachments
    expect(mail.html).toBe(`${picture(encoded?.cid ?? '')}${picture('a@b')}${picture('c')}`)
    expect(plain?.cid).toBe('a@b')
    expect(unused).toMatchObject({ inline: false, cid: 'd' })
  })

  it('that has no such picture stays as it is, and a file that is not shown is no part of it', () => {
    const html = '<img src="cid:none"><img src="cid:"><img src="cid:open'
    expect(withId(html, '<{x}>')).toMatchObject({ html, attachments: [{ inline: false }] })
    expect(
      related(picture('{x}'), [['Content-ID: <{x}>', 'Content-Disposition: attachment']]).attachments,
    ).toMatchObject([{ inline: false }])
  })

  it('S27: costs no more than its length, whatever it holds', () => {
    for (const hostile of ['cid:', '"cid:', 'url(', 'src="', 'src=a ', 'url(&quot;cid:%', '<base href=', 'cid:=?a?b?'])
      expect(
        related(hostile.repeat(Math.floor(1_900_000 / hostile.length)), [
          ['Content-ID: <{x}>', 'Content-Location: p.png'],
        ]).readable,
      ).toBe(true)
  }, 20_000)
})

describe('a picture that is named by its Content-Location', () => {
  it.each([
    ['alone', 'p.png', [], 'p.png'],
    ['with another spelling', 'a%20b.png', [], 'a b.png'],
    ['in Chinese', '图.png', [], '%E5%9B%BE.png'],
    ['in encoded words', '=?utf-8?B?5Zu+LnBuZw==?=', [], '图.png'],
    ['whole', 'http://site.example/p.png', [], 'http://site.example/p.png'],
    [
      'whole, shown relative to the text',
      'http://s.example/d/p.png',
      ['Content-Location: http://s.example/d/i.htm'],
      'p.png',
    ],
    ['relative to the text, shown whole', 'p.png', ['Content-Base: http://s.example/d/'], 'http://s.example/d/p.png'],
    ['from a folder', 'file:///C:/x/a_files/1.png', ['Content-Location: file:///C:/x/a.htm'], 'a_files/1.png'],
    ['folded', 'http://s.example/long/\r\n p.png', [], 'http://s.example/long/p.png'],
  ])('is shown in its place: %s', (_how, location, head, reference) => {
    const mail = related(`<img alt="x" src="${reference}">`, [[`Content-Location: ${location}`]], head)
    const [file] = mail.attachments
    expect(file?.cid).toMatch(plainContentId)
    expect(file?.inline).toBe(true)
    expect(mail.html).toBe(`<img alt="x" src="cid:${file?.cid}">`)
  })

  it('may have a Content-ID too, and is a file where the text shows another', () => {
    const fields = ['Content-ID: <p@x>', 'Content-Location: p.png']
    const html =
      '<base href="http://s.example/d/"><img src="p.png"><td background=p.png><img src="cid:p@x"><p>src p.png</p>'
    const mail = related(html, [fields])
    expect(mail.html).toBe(
      '<base href="http://s.example/d/"><img src="cid:p@x"><td background=cid:p@x><img src="cid:p@x"><p>src p.png</p>',
    )
    const other = related('<img src="http://elsewhere.example/p.png">', [['Content-Location: p.png']])
    expect(other).toMatchObject({
      html: '<img src="http://elsewhere.example/p.png">',
      attachments: [{ inline: false }],
    })
    expect(other.attachments[0]).not.toHaveProperty('cid')
  })
})
