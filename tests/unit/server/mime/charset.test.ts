import { readdirSync, readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText, guessText } from '#server/kit/charset'
import { seededRandom } from '../../../support/seededRandom'
import { message, read } from './reading'

/** The bytes 80 to 9F as the WHATWG indexes have them; a dot where a byte stands for nothing. */
const c1: Readonly<Record<string, string>> = {
  'windows-1250': '€.‚.„…†‡.‰Š‹ŚŤŽŹ.‘’“”•–—.™š›śťžź',
  'windows-1251': 'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—.™љ›њќћџ',
  'windows-1252': '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ',
  'windows-1253': '€.‚ƒ„…†‡.‰.‹.....‘’“”•–—.™.›....',
  'windows-1254': '€.‚ƒ„…†‡ˆ‰Š‹Œ....‘’“”•–—˜™š›œ..Ÿ',
  'windows-1255': '€.‚ƒ„…†‡ˆ‰.‹.....‘’“”•–—˜™.›....',
  'windows-1256': '€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u200c\u200dں',
  'windows-1257': '€.‚.„…†‡.‰.‹.¨ˇ¸.‘’“”•–—.™.›.¯˛.',
  'windows-1258': '€.‚ƒ„…†‡ˆ‰.‹Œ....‘’“”•–—˜™.›œ..Ÿ',
  'windows-874': '€....…...........‘’“”•–—........',
}
const labels: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'us-ascii': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  cp1252: 'windows-1252',
  'win-1251': 'windows-1251',
  'tis-620': 'windows-874',
}
const bytesFrom = (start: number, count: number) => Buffer.from(Array.from({ length: count }, (_, at) => start + at))
const shown = (text: string) => text.replaceAll('\ufffd', '.')

describe('single-byte charsets', () => {
  it.each(Object.entries(c1))('%s has letters and marks where Latin-1 has controls', (name, expected) => {
    expect(shown(decodeText(bytesFrom(0x80, 32), name))).toBe(expected)
  })
  it.each(Object.entries(labels))('%s is read as %s', (label, name) => {
    const bytes = Buffer.from('it\x92s \x80 5 \x96', 'latin1')
    expect(decodeText(bytes, label)).toBe(decodeText(bytes, name))
    expect(decodeText(bytes, label)).not.toContain('\x92')
  })
  it('iso-8859-15 and iso-8859-16 have their own euro, and the code pages of DOS their umlauts', () => {
    expect(decodeText(Buffer.from([0xa4, 0xbd]), 'iso-8859-15')).toBe('€œ')
    expect(decodeText(Buffer.from([0xa4, 0xbd]), 'iso-8859-16')).toBe('€œ')
    expect(decodeText(Buffer.from([0x84, 0x81]), 'cp850')).toBe('äü')
    expect(decodeText(Buffer.from([0x84, 0x81]), 'ibm437')).toBe('äü')
  })
  it('Hebrew and Thai have the letters that the runtime lacks or adds', () => {
    expect(decodeText(Buffer.from([0xca]), 'windows-1255')).toMatch(/^[\u05ba\ufffd]$/)
    expect(decodeText(Buffer.from([0xdb]), 'windows-874')).toBe('\ufffd')
  })
  it('subject and text of a Western mail keep quotes, dashes and the euro', () => {
    const mail = read(
      message(
        [
          'Subject: =?iso-8859-1?Q?Price_=80_5_=96_it=92s?=',
          'Content-Type: text/plain; charset=windows-1252',
          '',
          'It\x92s \x93here\x94 \x80 5\x85',
        ],
        'latin1',
      ),
    )
    expect(mail.subject).toBe('Price € 5 – it’s')
    expect(mail.text).toBe('It’s “here” € 5…')
    expect(guessText(Buffer.from('It\x92s', 'latin1'))).toBe('It’s')
  })
})

describe('East Asian charsets', () => {
  it('Big5 has the characters of Hong Kong, and Korean those of code page 949', () => {
    expect(decodeText(Buffer.from([0x87, 0x40]), 'big5')).toBe('䏰')
    expect(decodeText(Buffer.from([0xa7, 0x41, 0xa6, 0x6e]), 'big5')).toBe('你好')
    expect(decodeText(Buffer.from([0x81, 0x41]), 'ks_c_5601-1987')).toBe('갂')
    expect(decodeText(Buffer.from([0x81, 0x41]), 'cp949')).toBe('갂')
  })
  it('ISO-2022-JP over two encoded words has no mark of a fault between them', () => {
    const word = '=?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?='
    expect(read(message([`Subject: ${word}\r\n ${word}`, '', 'x'])).subject).toBe('テストテスト')
    const name =
      "attachment; filename*0*=iso-2022-jp''%1B$B%25F%259%25H%1B%28B; filename*1*=%1B$B%25F%259%25H%1B%28B.pdf"
    const mail = read(message(['Content-Type: application/pdf', `Content-Disposition: ${name}`, '', 'x']))
    expect(mail.attachments[0]?.name).toBe('テストテスト.pdf')
  })
  it.each([
    ['gb2312', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['big5', Buffer.from([0xa7, 0x41, 0xa6, 0x6e]), '你好'],
    ['euc-kr', Buffer.from([0xb0, 0xa1, 0xb3, 0xaa]), '가나'],
    ['euc-jp', Buffer.from([0xa5, 0xc6, 0xa5, 0xb9]), 'テス'],
    ['shift_jis', Buffer.from([0x83, 0x65, 0x83, 0x58]), 'テス'],
  ])('a character of %s that two encoded words share is whole', (charset, bytes, text) => {
    const words = [bytes.subarray(0, 3), bytes.subarray(3)].map((half) => `=?${charset}?B?${half.toString('base64')}?=`)
    expect(read(message([`Subject: ${words.join('\r\n ')}`, '', 'x'])).subject).toBe(text)
  })
})

describe('raw header bytes', () => {
  const fieldsOf = (...lines: string[]) => read(message([...lines, '', 'x'], 'utf8'))
  it('a character that ends with byte A0 or 85 stays whole at a word’s edge', () => {
    expect(fieldsOf('Subject: Привет Роман Р').subject).toBe('Привет Роман Р')
    expect(fieldsOf('Subject: 上\u2005').subject).toBe('上')
    expect(fieldsOf('From: Voilà <a@x.cn>').from).toEqual({ name: 'Voilà', address: 'a@x.cn' })
    expect(fieldsOf('Cc: Ràoul Là').cc).toEqual([{ name: 'Ràoul Là', address: '' }])
    expect(fieldsOf('Cc: Ràoul Là a@x.cn').cc).toEqual([{ name: 'Ràoul Là', address: 'a@x.cn' }])
    const mail = fieldsOf('Content-Type: application/pdf; name=Là', 'Content-Disposition: attachment; filename="Là"')
    expect(mail.attachments[0]?.name).toBe('Là')
  })
  it('one bad byte costs one character and not the whole name', () => {
    const bytes = Buffer.concat([Buffer.from('From: Юникод запрещен'), Buffer.from([0xbf])])
    const rest = (charset: string) => Buffer.from(` <a@x.cn>\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nx`)
    for (const charset of ['us-ascii', 'windows-1252', 'gb18030', 'utf-8'])
      expect(read(Buffer.concat([bytes, rest(charset)])).from.name, charset).toBe('Юникод запрещен\ufffd')
  })
  it('text that is not UTF-8 is still read as what it is', () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7])
    expect(guessText(gbk)).toBe('你好世界')
    expect(guessText(Buffer.from('Fr\xf6sche', 'latin1'))).toBe('Frösche')
  })
})

/** Labels and names of places, of which subjects and names of files are made. */
function chineseTexts(): readonly string[] {
  const folder = new URL('../../../../locales/zh-CN/', import.meta.url)
  const files = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  return files.flatMap((file) => file.match(/(?<=: ")[^"\\]{0,7}\p{Script=Han}(?=")/gu) ?? [])
}

describe('text whose charset is not named, or wrongly', () => {
  it.each([
    ['big5', '親愛的客戶您好：感謝您使用本公司的服務。'],
    ['big5', '會議通知'],
    ['shift_jis', '会議のお知らせ'],
    ['euc-jp', 'ご注文ありがとうございます'],
    ['euc-kr', '[공지] 시스템 점검 안내'],
    ['euc-kr', '세금계산서 발행 요청'],
    ['euc-kr', '주문이 발송되었습니다'],
    ['windows-1251', 'С уважением, Иван Петров'],
    ['windows-1251', 'привет'],
    ['windows-1251', 'Добрый день'],
    ['windows-1251', 'Счёт на оплату'],
    ['windows-1251', 'Документы по заказу'],
    ['windows-1251', 'СЧЕТ для ООО РОМАШКА'],
    ['gbk', '年度报告 2026，谢谢！'],
    ['gbk', '查看合并结果'],
    ['gbk', '請查收附件，謝謝！'],
    ['gbk', '报价单 2026 合并版.pdf'],
    ['gbk', '北京 贵宾 会见'],
    ['gbk', '合并报表 和 附件'],
    ['gbk', '发给李经理 和 陈经理'],
    ['gbk', '年会安排 和 分工'],
    ['windows-1252', 'Schöne Grüße – „Größe“ 5 €'],
  ])('is taken for %s: %s', (charset, text) => {
    expect(guessText(iconv.encode(text, charset))).toBe(text)
    expect(decodeText(iconv.encode(text, charset), 'utf-8')).toBe(text)
  })
  it.each(['gbk', 'big5', 'iso-8859-1', 'windows-1251'])('is UTF-8 to the last byte, whatever it says: %s', (label) => {
    expect(decodeText(Buffer.from('您的订单'), label)).toBe('您的订单')
  })
  it.each([
    ['shift_jis', 'お世話になっております。会議の資料を添付いたします。'],
    ['euc-jp', 'ご注文ありがとうございます'],
    ['euc-kr', '[공지] 시스템 점검 안내 '],
    ['big5', '親愛的客戶您好：感謝您使用本公司的服務。'],
    ['gbk', '请查收附件，谢谢！'],
  ])('is taken for %s however long it is', (charset, sample) => {
    const text = sample.repeat(1_000)
    expect(guessText(iconv.encode(text, charset)) === text).toBe(true)
  })
  it('is never Korean where it is two of the app’s own Chinese texts', () => {
    const texts = chineseTexts()
    const below = seededRandom(82)
    const pick = () => texts[below(texts.length)]
    const pairs = Array.from({ length: 5_000 }, () => `${pick()} ${pick()}`)
    expect(texts.length).toBeGreaterThan(1_000)
    expect(pairs.filter((pair) => /[가-힣]/.test(guessText(iconv.encode(pair, 'gbk'))))).toEqual([])
  })
  it('is what it says where it is UTF-8 by chance', () => {
    expect(decodeText(iconv.encode('通知', 'gbk'), 'gbk')).toBe('通知')
    expect(decodeText(Buffer.from([0xc3, 0xa9]), 'iso-8859-1')).toBe('Ã©')
  })
  it('has one broken character and not another charset where most of it is as it says', () => {
    expect(decodeText(Buffer.concat([Buffer.from('你好 '), Buffer.from([0xe9])]), 'utf-8')).toBe('你好 \ufffd')
    expect(decodeText(Buffer.from('caf\xe9 au lait', 'latin1'), 'utf-8')).toBe('café au lait')
  })
})
