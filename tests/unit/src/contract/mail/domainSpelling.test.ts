import { describe, expect, it } from 'vitest'
import { addressKey, asciiAddress, asciiDomain, readableAddress, readableDomain } from '#contract/mail/domainSpelling'

const same = [
  ['bücher.example', 'xn--bcher-kva.example'],
  ['faß.example', 'xn--fa-hia.example'],
  ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
  ['邮件.ep.test', 'xn--5nq051n.ep.test'],
  ['उदाहरण.भारत', 'xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['ตัวอย่าง.ไทย', 'xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['ドメインの例.jp', 'xn--u9jwfoe1dzdq15t.jp'],
  ['مثال.example', 'xn--mgbh0fb.example'],
] as const

describe('a domain', () => {
  it.each(same)('%s is %s on the wire, and reads in letters', (letters, ascii) => {
    expect(asciiDomain(letters)).toBe(ascii)
    expect(asciiDomain(ascii.toUpperCase())).toBe(ascii)
    expect(readableDomain(ascii)).toBe(letters)
  })

  it.each([
    ['B\u0055\u0308CHER。example', 'xn--bcher-kva.example'],
    ['ｅｐ．ｔｅｓｔ', 'ep.test'],
    ['ep｡test', 'ep.test'],
    ['EP.Test', 'ep.test'],
    ['my_host', 'my_host'],
    ['１２７.１', '127.1'],
    ['bücher:25', 'bücher:25'],
    ['bücher/x', 'bücher/x'],
    ['bücher@ep.test', 'bücher@ep.test'],
    ['', ''],
  ])('%s has the one spelling %s', (typed, ascii) => {
    expect(asciiDomain(typed)).toBe(ascii)
  })

  it.each([
    'xn--80ak6aa92e.example',
    'xn--pypal-4ve.example',
    'xn--bcher-kva9.example',
    'xn--zzzzzzzz99999.example',
    'xn--.example',
    'xn--a.example',
    'ep.test',
  ])('S31: %s stays as it is, for it mixes scripts, passes for Latin or is none', (domain) => {
    expect(readableDomain(domain)).toBe(domain)
  })

  it('S31: shows a label of letters beside one that stays', () => {
    expect(readableDomain('xn--bcher-kva.xn--80ak6aa92e.example')).toBe('bücher.xn--80ak6aa92e.example')
    expect(readableDomain(asciiDomain('pаypal.example'))).toBe(asciiDomain('pаypal.example'))
    expect(readableDomain(asciiDomain('аррӏе.example'))).toBe('xn--80ak6aa92e.example')
  })
})

describe('an address', () => {
  it('keeps its local part, and its domain where that is ASCII', () => {
    expect(asciiAddress('Müller@BÜCHER.example')).toBe('Müller@xn--bcher-kva.example')
    expect(asciiAddress('Lin@EP.Test')).toBe('Lin@EP.Test')
    expect(asciiAddress('müller')).toBe('müller')
    expect(addressKey('Lin@BÜCHER.example')).toBe('lin@xn--bcher-kva.example')
    expect(readableAddress('Lin@xn--bcher-kva.example')).toBe('Lin@bücher.example')
  })
})
