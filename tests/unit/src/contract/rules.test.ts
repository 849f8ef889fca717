import { describe, expect, it } from 'vitest'
import { isAddress, isAnswerable } from '#contract/rules'

describe('an address', () => {
  it.each([
    'lin@ep.test',
    "o'brien+list=x@ep.test",
    'a@my_host.example',
    '林@例子.中国',
    'विक्रय@उदाहरण.भारत',
    'ขาย@ตัวอย่าง.ไทย',
    'jose\u0301@b\u0075\u0308cher.example',
  ])('%s is typed and answered', (address) => {
    expect([isAddress(address), isAnswerable(address)]).toEqual([true, true])
  })

  it.each([
    'ken..old@phone.example',
    'ken.@phone.example',
    '.ken..old.@phone.example',
    '"ken..old."@phone.example',
    '"ken, old"@phone.example',
    'root@intranet',
    'root@_in-tra_net',
  ])('%s is answered, though typed it is a slip', (address) => {
    expect([isAddress(address), isAnswerable(address)]).toEqual([false, true])
  })

  it.each([
    '',
    'lin',
    'lin@',
    '@ep.test',
    '..@ep.test',
    'a b@ep.test',
    'a,b@ep.test',
    'a>@ep.test',
    '""@ep.test',
    '"a"b"@ep.test',
    '"a>"@ep.test',
    '"\\"@ep.test',
    'a@ep..test',
    'a@.test',
    'a@ep.test.',
    'a@-ep.test',
    'a@ep test',
    'a@ep.test>',
    `${'a'.repeat(65)}@ep.test`,
    `a@${'b'.repeat(64)}.test`,
  ])('%s is none', (address) => {
    expect([isAddress(address), isAnswerable(address)]).toEqual([false, false])
  })

  it.each(['\r\n', '\u0000', '\u0085', '\u2028'])('S11: is none with the control %j in it', (control) => {
    for (const address of [`a${control}b@ep.test`, `"a${control}b"@ep.test`, `a@ep${control}.test`])
      expect([isAddress(address), isAnswerable(address)]).toEqual([false, false])
  })

  it.each(['\u202e', '\u2066', '\u200b', '\ufe0f', '\u034f'])('S31: is none with %j, which nobody sees', (sign) => {
    for (const address of [`a${sign}b@ep.test`, `"a${sign}b"@ep.test`, `a@e${sign}p.test`, `\u0301a@ep.test`])
      expect([isAddress(address), isAnswerable(address)]).toEqual([false, false])
  })
})
