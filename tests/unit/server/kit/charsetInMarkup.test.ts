/** HTML that says its charset in its own text, because the header of its part says none. */
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { charsetOfMarkup } from '#server/kit/markupCharset'
import { bodyWords } from '#server/mime/text/bodyWords'
import { read } from '../mime/reading'

const page = (label: string, words: string) =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${label}"></head><body><p>${words}</p></body></html>`

/** `encode` is what Node or iconv-lite calls the set that `html` is written in. */
function mailOf(html: string, encode: string, contentType = 'text/html') {
  const head = Buffer.from(`From: Ana <ana@example.com>\r\nContent-Type: ${contentType}\r\n\r\n`)
  return read(Buffer.concat([head, iconv.encode(html, encode)]))
}

describe('HTML without a charset in its header', () => {
  it.each([
    ['big5', 'big5', '您的訂單已經寄出'],
    ['Big5-HKSCS', 'big5', '發票在附件'],
    ['x-sjis', 'shift_jis', 'ご注文の品を発送しました'],
    ['ks_c_5601-1987', 'euc-kr', '주문이 발송되었습니다'],
    ['gb2312', 'gb18030', '订单'],
    ['cp936', 'gb18030', '订单已经寄出'],
    ['iso-8859-2', 'iso-8859-2', 'Zażółć gęślą jaźń'],
    ['iso-8859-7', 'iso-8859-7', 'Η παραγγελία σας'],
    ['windows-1250', 'windows-1250', 'Příliš žluťoučký kůň'],
    ['windows-1251', 'windows-1251', 'Ваш заказ отправлен'],
    ['windows-1255', 'windows-1255', 'ההזמנה שלך נשלחה'],
    ['windows-1256', 'windows-1256', 'تم شحن طلبك'],
    ['koi8-r', 'koi8-r', 'Ваш заказ отправлен'],
    ['windows-874', 'windows-874', 'จัดส่งคำสั่งซื้อแล้ว'],
  ])('is read in %s, in its text, its preview and the index', (label, encode, words) => {
    const mail = mailOf(page(label, words), encode)
    expect(mail.html).toContain(`<p>${words}</p>`)
    expect(mail.preview).toBe(words)
    expect(bodyWords(mail)).toContain(words)
  })

  it('is read in its own charset where the header says us-ascii, or what nobody knows', () => {
    for (const charset of ['us-ascii', 'x-unknown', 'no-such-set'])
      expect(mailOf(page('big5', '您好'), 'big5', `text/html; charset=${charset}`).preview, charset).toBe('您好')
  })

  it('is read in its own charset where the header says UTF-8 and the bytes are none', () => {
    expect(mailOf(page('big5', '您的訂單已經寄出'), 'big5', 'text/html; charset=utf-8').preview).toBe(
      '您的訂單已經寄出',
    )
  })

  it('is read as the header says where that can be, whatever the HTML says', () => {
    expect(mailOf(page('windows-1252', '您的訂單'), 'big5', 'text/html; charset=big5').preview).toBe('您的訂單')
    expect(mailOf(page('big5', 'Grüße'), 'utf-8', 'text/html; charset=utf-8').preview).toBe('Grüße')
  })

  it('is UTF-8 where it is that to the last byte, whatever a template says', () => {
    expect(mailOf(page('gb2312', '您的订单'), 'utf-8').preview).toBe('您的订单')
    expect(mailOf(page('unicode', '您的订单'), 'utf-8').preview).toBe('您的订单')
    expect(mailOf(page('utf-16', 'plain'), 'utf-8').preview).toBe('plain')
  })

  it('is read in Japanese of seven bits', () => {
    const bytes = Buffer.from('\u001b$B%F%9%H\u001b(B', 'latin1').toString('latin1')
    expect(mailOf(page('iso-2022-jp', bytes), 'latin1').preview).toBe('テスト')
  })

  it('is guessed where it says nothing, or what nobody knows', () => {
    expect(mailOf('<p>您好世界</p>', 'gb18030').preview).toBe('您好世界')
    expect(mailOf(page('no-such-set', '您好世界'), 'gb18030').preview).toBe('您好世界')
  })

  it('leaves plain text that names a charset as it is', () => {
    expect(mailOf('<meta charset=big5> 您好世界', 'gb18030', 'text/plain').text).toContain('您好世界')
  })
})

describe('text without a charset in its header', () => {
  it('is read by its byte order mark', () => {
    for (const encode of ['utf-16le', 'utf-16be'])
      expect(mailOf('\ufeffПривет', encode, 'text/plain').text, encode).toBe('Привет')
    expect(mailOf('\ufeffПривет', 'utf-8', 'text/plain; charset=windows-1252').text).toBe('Привет')
  })
})

describe('the label within markup', () => {
  it.each([
    ['<meta charset="big5">', 'big5'],
    ["<META CHARSET = 'big5'>", 'big5'],
    ['<meta charset=big5>', 'big5'],
    ['<meta charset=big5/>', 'big5/'],
    ['<meta name="x" charset="big5" />', 'big5'],
    ['<meta content="text/html; charset=big5" http-equiv=content-type>', 'big5'],
    [`<meta http-equiv="Content-Type" content="text/html; charset='big5'">`, 'big5'],
    ['<meta http-equiv="refresh" content="0; charset=big5">', null],
    ['<meta content="text/html; charset=big5">', null],
    ['<!-- <meta charset=euc-kr> --><meta charset=big5>', 'big5'],
    ['<!--><meta charset=big5>', 'big5'],
    ['<p title="<meta charset=euc-kr>"></p><meta charset=big5>', 'big5'],
    ['<metadata charset=euc-kr><meta charset=big5>', 'big5'],
    ['1 < 2 <meta charset=big5>', 'big5'],
    ['<?xml version="1.0" encoding="big5"?><html></html>', 'big5'],
    ['<?xml version="1.0" encoding="euc-kr"?><meta charset=big5>', 'big5'],
    [`<style>${'p { color: red } '.repeat(300)}</style><meta charset=big5>`, 'big5'],
    [`${' '.repeat(20_000)}<meta charset=big5>`, null],
    ['<meta charset=', null],
    ['<!-- <meta charset=big5>', null],
    ['', null],
  ])('%j', (html, expected) => {
    expect(charsetOfMarkup(Buffer.from(html))).toBe(expected)
  })
})
