/** What gives reason for caution, and what honest mail does without giving any. */
import { describe, expect, it } from 'vitest'
import { cautionsOf } from '#src/features/reading/bars/cautions'
import { misleadingLinks } from '#src/lib/html/misleadingLinks'

const day = 86_400_000
const mail = {
  folder: 'inbox',
  from: { name: 'Bank', address: 'service@bank.example' },
  replyTo: [],
  sentAt: 5 * day,
  receivedAt: 5 * day,
}
const words = (changes: Partial<Parameters<typeof cautionsOf>[0]>) =>
  cautionsOf({ ...mail, ...changes }, 'ep.test').map((caution) => caution.words)
const from = (name: string, address = 'service@bank.example') => ({ from: { name, address } })

describe('a header gives reason for caution', () => {
  it('S31: where the name holds another address', () => {
    expect(words(from('ceo@ep.test'))).toEqual(['nameHoldsAddress'])
    expect(words(from('"The boss" <ceo@ep.test>'))).toEqual(['nameHoldsAddress'])
    expect(words(from('ceo\u202e@ep.test'))).toEqual(['nameHoldsAddress'])
    expect(words(from('ceo＠ep．test'))).toEqual(['nameHoldsAddress'])
    expect(words(from('ceo﹫ep.test'))).toEqual(['nameHoldsAddress'])
    expect(words(from('Service@Bank.example'))).toEqual([])
    expect(words(from('Me @ home'))).toEqual([])
  })

  it('S30: where another address stands within the first 1,000 characters of the name, and not after them', () => {
    const address = 'ceo@ep.test'
    const nameOf = (before: number) => `a${' '.repeat(before - 1)}${address}`
    expect(words(from(nameOf(1_000 - address.length)))).toEqual(['nameHoldsAddress'])
    expect(words(from(nameOf(1_000)))).toEqual([])
  })

  it('S31: where the name holds the domain of the reader, which is not the sender’s', () => {
    expect(words(from('ep.test 邮箱管理员', 'admin@ep-test-secure.example'))).toEqual(['nameHoldsDomain'])
    expect(words(from('Admin (mail.EP.test)'))).toEqual(['nameHoldsDomain'])
    expect(words(from('ｅｐ．test'))).toEqual(['nameHoldsDomain'])
    expect(words(from('ep.test 邮箱管理员', 'admin@ep.test'))).toEqual([])
    expect(words(from('ep.test', 'admin@mail.ep.test'))).toEqual([])
    expect(words(from('step.test'))).toEqual([])
    expect(words(from('ep.tester'))).toEqual([])
  })

  it('S31: where the domain looks like the reader’s own, and is another', () => {
    const looks = (domain: string, own = 'mail-farm.test') =>
      cautionsOf({ ...mail, ...from('Boss', `boss@${domain}`) }, own).map((caution) => caution.words)
    for (const domain of [
      'rnail-farm.test',
      'mailfarm.test',
      'mail-fаrm.test',
      'xn--mail-frm-66g.test',
      'MAI1-farm.test',
    ])
      expect(looks(domain), domain).toEqual(['looksLikeOwn'])
    for (const domain of ['mail-farm.test', 'hr.mail-farm.test', 'mail-farm.example', 'bank.example'])
      expect(looks(domain), domain).toEqual([])
    expect(looks('bank.example', '')).toEqual([])
    // Spellings of one domain are no likeness.
    expect(looks('xn--mller-kva.test', 'müller.test')).toEqual([])
    expect(looks('muller.test', 'müller.test')).toEqual(['looksLikeOwn'])
  })

  it('where replies go to another house', () => {
    const replyTo = (address: string) => ({ replyTo: [{ name: '', address }] })
    expect(words(replyTo('thief@elsewhere.example'))).toEqual(['replyGoesElsewhere'])
    expect(words(replyTo('answers@mail.bank.example'))).toEqual([])
    expect(words(replyTo('service@bank.example'))).toEqual([])
    expect(words(replyTo(''))).toEqual([])
  })

  it('where the date lies in the future, by more than a clock’s fault', () => {
    expect(words({ sentAt: 6 * day + 1 })).toEqual(['dateInFuture'])
    expect(words({ sentAt: 6 * day })).toEqual([])
    expect(words({ sentAt: null })).toEqual([])
  })

  it('and none for what the person wrote', () => {
    expect(words({ ...from('ceo@ep.test'), folder: 'sent' })).toEqual([])
  })
})

describe('a link misleads', () => {
  it.each([
    ['https://bank.example/login', 'https://thief.example/', true],
    ['www.bank.com', 'https://thief.example/', true],
    ['bank.com', 'https://bank.com.thief.example/', true],
    ['https://bank.example', 'https://click.bank.example/x', false],
    ['https://bank.example', 'http://www.bank.example', false],
    ['Read more', 'https://thief.example/', false],
    ['report.doc', 'https://files.example/report.doc', false],
    ['3.14', 'https://numbers.example/', false],
    ['w@bank.com', 'mailto:w@bank.com', false],
    ['https://bank.example', 'mailto:w@thief.example', false],
  ])('%s that leads to %s: %s', (text, href, expected) => {
    expect(misleadingLinks([{ text, href }])).toHaveLength(expected ? 1 : 0)
  })

  it('is listed once, with both hosts', () => {
    const link = { text: 'https://bank.example/a', href: 'https://thief.example/b' }
    expect(misleadingLinks([link, link])).toEqual([{ shown: 'bank.example', real: 'thief.example' }])
  })
})
