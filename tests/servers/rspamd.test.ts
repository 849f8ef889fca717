/** Junk as Debian's rspamd finds it: over the port, and learnt from what a person moves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRspamd } from '#server/inbound/mailScanner.http'
import { envelope, mailScannerConforms, messageOf, running, stored } from '../server/conformance/inbound/mailScanner'
import { gtube } from '../support/connections/rspamdDouble'
import { makeTestGateway, type TestGateway } from '../support/gateway/gateway'
import { broughtOverSmtp } from '../support/mail/broughtOverSmtp'
import { labPassword, type RspamdPlace, startRspamd } from './rspamdPlace'

let place: RspamdPlace
beforeAll(async () => {
  place = await startRspamd()
})
afterAll(() => place.stop())

const scanner = (password: string) =>
  makeRspamd({ url: place.url, learnUrl: place.learnUrl, password, clock: { now: Date.now } })

mailScannerConforms('Debian’s rspamd', async () => {
  const store = scanner(labPassword)
  return { store, reopen: async () => store, close: async () => undefined }
})

describe('Debian’s rspamd', () => {
  it('refuses a lesson with a wrong password', async () => {
    expect(await scanner('wrong').learn?.('junk', stored(messageOf('Hello')), running)).toBe('refused')
  })

  it('judges a message of 20 MB within its time', async () => {
    const large = messageOf('A line that is long enough to be read.\r\n'.repeat(500_000))
    expect(await scanner(labPassword).scan(stored(large), envelope)).toBe('ham')
  })
})

describe('a gateway with RSPAMD_URL', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    const { url, learnUrl } = place
    const env = { RSPAMD_URL: url, RSPAMD_CONTROLLER_URL: learnUrl, RSPAMD_PASSWORD: labPassword }
    gateway = await makeTestGateway({ env })
    await gateway.account('lin@ep.test')
  })
  afterAll(() => gateway.close())

  const bring = (text: string) =>
    broughtOverSmtp(gateway, messageOf(text), { from: 'a@x.example', to: ['lin@ep.test'] })
  async function lin() {
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    return account
  }
  async function idsIn(folder: string) {
    const query = { page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const
    return ((await gateway.stores.mailStores.of(await lin()).page({ folder, ...query }))?.list ?? []).map(
      ({ id }) => id,
    )
  }
  async function say(ids: readonly string[], target: string): Promise<void> {
    const account = await lin()
    const moved = await gateway.stores.mailStores.of(account).move(ids, target)
    await gateway.stores.teach?.(account, moved ?? [], target)
    await gateway.drain()
  }

  it('files the test text of scanners into Junk', async () => {
    await bring(gtube)
    expect(await idsIn('junk')).toHaveLength(1)
  })

  it('learns from two messages of a kind each, and files the next of them into Junk', async () => {
    const [junk] = await idsIn('junk')
    await gateway.stores.mailStores.of(await lin()).remove(junk === undefined ? [] : [junk])
    for (const prize of ['first', 'second']) await bring(`${offer} Your ${prize} prize waits for you.`)
    for (const day of ['Monday', 'Tuesday']) await bring(`${report} We meet again on ${day} at ten.`)
    const [one = '', two = '', three = '', four = ''] = await idsIn('inbox')
    await say([one, two], 'junk')
    await gateway.stores.mailStores.of(await lin()).move([three, four], 'junk')
    await say([three, four], 'inbox')
    await bring(`${offer} Your third prize waits for you.`)
    await bring(`${report} We meet again on Friday at ten.`)
    expect(await idsIn('junk')).toHaveLength(3)
    expect(await idsIn('inbox')).toHaveLength(3)
  })
})

const offer = [
  'Congratulations lucky winner, claim cheap watches and miracle pills today with enormous discounts.',
  'Casino bonus credits expire tonight, unlimited jackpots, guaranteed returns, no questions asked.',
  'Replica handbags, weight loss secrets, secret investments, double your bitcoin before midnight.',
].join(' ')

const report = [
  'The quarterly figures of our warehouse are attached, please check the inventory and the delivery dates.',
  'The committee agreed on the new schedule, the library opens again after the renovation next month.',
  'Please bring the signed contracts and the minutes of the previous meeting of the finance group.',
].join(' ')
