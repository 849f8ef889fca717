/** A scanner at the door: rspamd’s protocol, its faults, and what becomes of messages. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '#server/core/rules/rules'
import { makeRspamd } from '#server/inbound/mailScanner.http'
import type { SenderChecks } from '#server/inbound/senderChecks.port'
import { gtube, type RspamdDouble, type ScannerFault, startRspamdDouble } from '../../support/connections/rspamdDouble'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { broughtOverSmtp } from '../../support/mail/broughtOverSmtp'
import { envelope, mailScannerConforms, messageOf, running, stored } from '../conformance/inbound/mailScanner'

let now = 0
const clock = { now: () => now }
const scannerAt = (url: string, more: Partial<Parameters<typeof makeRspamd>[0]> = {}) =>
  makeRspamd({ ...{ url, learnUrl: url, password: null, clock }, ...more })

mailScannerConforms('rspamd’s protocol', async () => {
  const double = await startRspamdDouble()
  const store = scannerAt(double.url)
  return { store, reopen: async () => store, close: double.close }
})

let double: RspamdDouble
beforeEach(async () => {
  double = await startRspamdDouble({ password: 'secret' })
})
afterEach(() => double.close())

const scanWith = (scanner = scannerAt(double.url), text = gtube) => scanner.scan(stored(messageOf(text)), envelope)

describe('rspamd over HTTP', () => {
  it('gets the message byte for byte with the envelope, and the password with lessons alone', async () => {
    const scanner = scannerAt(double.url, { password: 'secret' })
    const message = messageOf('你好')
    await scanner.scan(stored(message), { ...envelope, client: { ip: '192.0.2.7', helo: 'x\r\nPass: all' } })
    expect(await scanner.learn?.('junk', stored(message), running)).toBe('learnt')
    expect(double.asked.map(({ path, headers }) => [path, headers.password])).toEqual([
      ['/checkv2', undefined],
      ['/learnspam', 'secret'],
    ])
    const [check] = double.asked
    expect(check?.body).toBe(Buffer.from(message).toString('latin1'))
    expect(check?.headers).toMatchObject({ from: 'a@x.example', rcpt: 'lin@ep.test, wang@ep.test', ip: '192.0.2.7' })
    expect(check?.headers).toMatchObject({ helo: 'xPass:all', 'queue-id': 'abc' })
    expect(check?.headers.pass).toBeUndefined()
  })

  it.each([
    ['no action', 'ham'],
    ['greylist', 'ham'],
    ['soft reject', 'ham'],
    ['what the operator made up', 'ham'],
    ['rewrite subject', 'junk'],
    ['add header', 'junk'],
    ['quarantine', 'junk'],
    ['reject', 'junk'],
  ])('takes “%s” for %s', async (action, verdict) => {
    double.wants(action)
    expect(await scanWith(undefined, 'Hello')).toBe(verdict)
  })

  it('takes what its operator lets pass unseen for unscanned', async () => {
    double.skips()
    expect(await scanWith(undefined, 'Hello')).toBe('unscanned')
  })

  it.each<ScannerFault>(['garbage', 'huge', 'cut', 'refused', 'forbidden', 'broken', 'upgrade'])(
    'S27: an answer that is %s leaves the message unscanned',
    async (fault) => {
      double.fail(fault)
      expect(await scanWith()).toBe('unscanned')
    },
  )

  it('R9: silence ends with the deadlines of 5 s in all, and refused connections at once', async () => {
    const asked: number[] = []
    const over = new AbortController()
    const deadline = (ms: number) => {
      asked.push(ms)
      return over.signal
    }
    double.fail('silent')
    const came = double.nextAsked()
    const scan = scanWith(scannerAt(double.url, { deadline }))
    await came
    over.abort()
    expect(await scan).toBe('unscanned')
    expect(asked).toEqual([4_500, 500])
    await double.close()
    expect(await scanWith()).toBe('unscanned')
  })

  /** A deadline comes once the request is there, or never. */
  const deadlineIn = (isSilentToAll: boolean) => (ms: number) => {
    const over = new AbortController()
    if (isSilentToAll || ms > 500) void double.nextFault().then(() => over.abort())
    return over.signal
  }

  it.each<ScannerFault>(['silent', 'unread', 'stalled'])(
    'R9: three messages wait for a scanner that is %s to all, and those behind them do not',
    async (fault) => {
      const told: boolean[] = []
      const onAway = (isAway: boolean) => void told.push(isAway)
      const scanner = scannerAt(double.url, { deadline: deadlineIn(true), onAway })
      double.fail(fault)
      for (let tries = 0; tries < 5; tries += 1) expect(await scanWith(scanner)).toBe('unscanned')
      expect(told).toEqual([true])
      expect(double.asked.length).toBeLessThanOrEqual(3)
    },
  )

  it('S27: messages whose senders have slow DNS turn the scanner off for nobody', async () => {
    const scanner = scannerAt(double.url, { deadline: deadlineIn(false) })
    double.fail('slow')
    for (let tries = 0; tries < 5; tries += 1) expect(await scanWith(scanner)).toBe('unscanned')
    expect(double.asked).toHaveLength(5)
    double.fail(null)
    expect(await scanWith(scanner)).toBe('junk')
  })

  it('R9: one that says that it is there and finishes no scan is away after ten, and rests after each try', async () => {
    const told: boolean[] = []
    const scanner = scannerAt(double.url, { deadline: deadlineIn(false), onAway: (isAway) => void told.push(isAway) })
    double.fail('slow')
    for (let tries = 0; tries < 12; tries += 1) expect(await scanWith(scanner)).toBe('unscanned')
    expect(double.asked).toHaveLength(10)
    now += 30_000
    for (let tries = 0; tries < 2; tries += 1) await scanWith(scanner)
    expect(double.asked).toHaveLength(11)
    double.fail(null)
    now += 30_000
    expect(await scanWith(scanner)).toBe('junk')
    expect(told).toEqual([true, false])
  })

  it('R9: an end without an answer frees the one message that finds out whether it is back', async () => {
    const scanner = scannerAt(double.url)
    double.fail('upgrade')
    for (let tries = 0; tries < 3; tries += 1) await scanWith(scanner)
    now += 30_000
    expect(await scanWith(scanner)).toBe('unscanned')
    double.fail(null)
    now += 30_000
    expect(await scanWith(scanner)).toBe('junk')
  })

  it('a worker that lets nobody scan has failed, which is told once', async () => {
    const told: number[] = []
    const scanner = scannerAt(double.url, { onRefused: (status) => void told.push(status) })
    double.fail('forbidden')
    for (let tries = 0; tries < 5; tries += 1) expect(await scanWith(scanner)).toBe('unscanned')
    expect(double.asked).toHaveLength(3)
    expect(told).toEqual([403])
  })

  it('a message that cannot be read is unscanned', async () => {
    const unreadable = { size: 5, open: () => Promise.reject(new Error('EIO')) }
    expect(await scannerAt(double.url).scan(unreadable, envelope)).toBe('unscanned')
  })

  it('R9: after three failures nobody waits, and after a rest one message finds out whether it is back', async () => {
    const told: boolean[] = []
    const scanner = scannerAt(double.url, { onAway: (isAway) => void told.push(isAway) })
    double.fail('broken')
    for (let tries = 0; tries < 5; tries += 1) expect(await scanWith(scanner)).toBe('unscanned')
    expect(double.asked).toHaveLength(3)
    now += 30_000
    expect(await scanWith(scanner)).toBe('unscanned')
    expect(await scanWith(scanner)).toBe('unscanned')
    expect(double.asked).toHaveLength(4)
    double.fail(null)
    now += 30_000
    const both = await Promise.all([scanWith(scanner), scanWith(scanner)])
    expect(both.toSorted()).toEqual(['junk', 'unscanned'])
    expect(await scanWith(scanner)).toBe('junk')
    expect(told).toEqual([true, false])
  })

  it('messages that it does not want, or that are large, say nothing of whether it is there', async () => {
    const scanner = scannerAt(double.url)
    double.fail('refused')
    for (let tries = 0; tries < 5; tries += 1) await scanWith(scanner)
    double.fail('cut')
    const large = 'x'.repeat(5 * 1024 * 1024)
    for (let tries = 0; tries < 12; tries += 1) await scanWith(scanner, large)
    double.fail(null)
    expect(await scanWith(scanner)).toBe('junk')
  })

  it('a lesson is refused with a wrong password, and waits where it is away', async () => {
    const learn = () => scannerAt(double.url).learn?.('ham', stored(messageOf('Hello')), running)
    expect(await learn()).toBe('refused')
    double.fail('forbidden')
    expect(await learn()).toBe('refused')
    double.fail('broken')
    expect(await learn()).toBe('away')
    double.fail('garbage')
    expect(await learn()).toBe('away')
  })

  it('a lesson ends at once where the gateway stops', async () => {
    double.fail('silent')
    const stopped = new AbortController()
    const came = double.nextAsked()
    const deadline = () => running
    const lesson = scannerAt(double.url, { deadline }).learn?.('ham', stored(messageOf('Hello')), stopped.signal)
    await came
    stopped.abort()
    expect(await lesson).toBe('away')
  })
})

describe('mail over SMTP with RSPAMD_URL', () => {
  let gateway: TestGateway
  let calls: ReturnType<typeof makeCalls>
  let lin: Signed
  beforeEach(async () => {
    gateway = await makeTestGateway({ env: { RSPAMD_URL: double.url } })
    calls = makeCalls(gateway)
    await gateway.account('lin@ep.test')
    await gateway.account('wang@ep.test')
    lin = await calls.signIn('lin@ep.test')
    return () => gateway.close()
  })

  /** To lin and wang. */
  const bring = (text: string, more: { readonly checks?: SenderChecks; readonly isTrusted?: boolean } = {}) =>
    broughtOverSmtp(gateway, messageOf(text), {
      ...{ from: 'a@x.example', to: ['lin@ep.test', 'wang@ep.test'] },
      ...more,
    })
  const checksThat = (verdicts: Awaited<ReturnType<SenderChecks['check']>>) => ({
    ...{ check: async () => verdicts, close: async () => undefined },
  })
  async function held(folder: string) {
    const page = (await calls.post('query/queryfolder2.action', { folder }, { session: lin })).json
    const list: readonly { readonly id: string }[] = Array.isArray(page.list) ? page.list : []
    return Promise.all(
      list.map(async ({ id }) => {
        const { json } = await calls.post('readmail/showMail.action', { id }, { session: lin })
        const { mail } = JSON.parse(JSON.stringify(json))
        return mail.junkBy ?? (mail.unscanned ? 'unscanned' : 'ham')
      }),
    )
  }
  async function keepLists(lists: { black: string[]; white: string[] }): Promise<void> {
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    const rules = gateway.stores.rules?.of(account)
    await rules?.replace({ ...emptyRuleSet, lists }, (await rules.load()).version)
  }

  it('junk goes to Junk and says why, what is none to the inbox, by one scan for all recipients', async () => {
    await bring(gtube)
    await bring('Hello')
    expect(await held('junk')).toEqual(['scanner'])
    expect(await held('inbox')).toEqual(['ham'])
    expect(double.asked).toHaveLength(2)
  })

  it('is delivered and marked as unscanned where the scanner is away', async () => {
    await double.close()
    await bring(gtube)
    expect(await held('inbox')).toEqual(['unscanned'])
  })

  it('the whitelist outweighs the scanner, the blacklist a message that it calls none', async () => {
    await keepLists({ black: [], white: ['@x.example'] })
    const passed = { result: 'pass', domain: 'x.example' }
    await bring(gtube, { checks: checksThat({ spf: passed, dkim: [], dmarc: passed }) })
    expect(await held('inbox')).toEqual(['ham'])
    await keepLists({ black: ['a@x.example'], white: [] })
    await bring('Hello')
    expect(await held('junk')).toEqual(['blacklist'])
  })

  it('S31: the whitelist does not outweigh the scanner for a sender at whom nobody has looked', async () => {
    await keepLists({ black: [], white: ['@x.example'] })
    await bring(gtube)
    expect(await held('junk')).toEqual(['scanner'])
    await keepLists({ black: ['@x.example'], white: ['a@x.example'] })
    await bring(gtube)
    expect(await held('junk')).toEqual(['scanner', 'scanner'])
  })

  it('what a relay of our own brings is judged without the relay’s address', async () => {
    await bring('Hello')
    await bring('Hello', { isTrusted: true })
    const clients = double.asked.map(({ headers: { ip, helo } }) => ({ ip, helo }))
    expect(clients).toEqual([
      { ip: '127.0.0.1', helo: 'x.example' },
      { ip: undefined, helo: undefined },
    ])
  })

  it('what its domain disowns is junk without a verdict of the scanner, which looks at senders too', async () => {
    const failed = { result: 'fail', domain: 'x.example' }
    const verdicts = { spf: failed, dkim: [], dmarc: failed, isDisowned: true }
    const checks = checksThat(verdicts)
    await bring('Hello', { checks })
    expect(await held('inbox')).toEqual(['ham'])
    double.fail('broken')
    await bring('Hello', { checks })
    expect(await held('junk')).toEqual(['authentication'])
  })

  it('what a person moves there says so, and what came from Deleted why it was there before', async () => {
    await bring(gtube)
    await bring('Hello')
    const idOf = async (folder: string) => {
      const { json } = await calls.post('query/queryfolder2.action', { folder }, { session: lin })
      return String(JSON.parse(JSON.stringify(json)).list[0]?.id)
    }
    const move = (id: string, target: string) =>
      calls.post('manage/move2.action', { ids: [id], target }, { session: lin })
    const [junk, ham] = [await idOf('junk'), await idOf('inbox')]
    await move(junk, 'deleted')
    await move(junk, 'junk')
    expect(await held('junk')).toEqual(['scanner'])
    await move(junk, 'inbox')
    await move(ham, 'junk')
    expect(await held('junk')).toEqual(['person'])
  })
})
