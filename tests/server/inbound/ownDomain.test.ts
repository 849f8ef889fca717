/** Mail in the name of a domain whose mailboxes are here: what comes from outside, and what was written here. */
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '#server/core/rules/rules'
import { listenSmtp, type SmtpListener } from '#server/inbound/smtp/listener'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let listener: SmtpListener

async function listen(fromOutside: 'mark' | 'refuse' = 'mark', isTrusted = false): Promise<void> {
  listener = await listenSmtp({
    host: '127.0.0.1',
    port: 0,
    name: 'ep.test',
    maxMessageBytes: 100_000,
    maxConnections: 10,
    senders: { trustedServers: ['mx.ep.test'], domains: ['ep.test'], fromOutside },
    isTrustedRelay: () => isTrusted,
    inbound: gateway.house.inbound ?? never(),
    spool: gateway.stores.spool,
    clock: gateway.clock,
  })
}

function never(): never {
  throw new Error('no door for mail')
}

beforeEach(async () => {
  gateway = await makeTestGateway()
  for (const name of ['lin', 'anna']) await gateway.account(`${name}@ep.test`)
})
afterEach(async () => {
  await listener.close()
  await gateway.close()
})

/** Brings one mail to lin; answers what the server said against it, or null. */
function bring(message: string, from = 'a@x.example'): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({ host: '127.0.0.1', port: listener.port, name: 'x.example' })
    connection.on('error', reject)
    connection.connect(() => {
      connection.send({ from, to: ['lin@ep.test'] }, message.replaceAll('\n', '\r\n'), (error) => {
        connection.quit()
        resolve(error ? String(error.response) : null)
      })
    })
  })
}

async function inbox(folder = 'inbox') {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('no lin')
  const store = gateway.stores.mailStores.of(lin)
  const query = { folder, page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  const ids = (await store.page(query))?.list.map(({ id }) => id) ?? []
  return Promise.all(
    ids.map(async (id) => {
      const raw = await store.raw(id)
      const text = raw ? Buffer.concat(await raw.stream.toArray()).toString('latin1') : ''
      return {
        subject: (await store.open(id))?.parsed.subject,
        verdict: (await store.open(id))?.parsed.authentication,
        text,
      }
    }),
  )
}

const unchecked = { spf: 'none', dkim: 'none', dmarc: 'none' }
const failed = { ...unchecked, dmarc: 'fail' }
const proven = { ...unchecked, dmarc: 'pass' }

describe('mail over SMTP in the name of an own domain', () => {
  it('S31: MAIL FROM of an own domain is refused from outside, and taken from a trusted relay', async () => {
    await listen()
    for (const from of ['anna@ep.test', 'postmaster@EP.Test'])
      expect(await bring('From: a@x.example\nSubject: x\n\nx\n', from)).toMatch(/^550 5\.7\.1 /)
    // As swaks says it on a machine that has a name of its own.
    for (const from of ['user@host.ep.test', 'user@notep.test', ''])
      expect(await bring('From: a@x.example\nSubject: x\n\nx\n', from)).toBeNull()
    await listener.close()
    await listen('refuse', true)
    expect(await bring('From: anna@ep.test\nSubject: inside\n\nx\n', 'anna@ep.test')).toBeNull()
    expect((await inbox()).find(({ subject }) => subject === 'inside')?.verdict).toEqual(unchecked)
  })

  it.each([
    ['an own address', 'From: Anna <anna@ep.test>'],
    ['the gateway’s own notices', 'From: 系统邮件 / System mail <postmaster@EP.test>'],
    ['one of several', 'From: x@x.example, anna@ep.test'],
    ['a folded field', 'From: Anna\n <anna@ep.test>'],
    ['Sender without From', 'Sender: anna@ep.test'],
    ['a domain with a dot at its end', 'From: Boss <anna@ep.test.>'],
    ['an address behind 50,000 blanks', `From: Anna${' '.repeat(50_001)}<anna@ep.test>`],
    ['an address behind 50,000 commas', `From: ${','.repeat(50_001)} anna@ep.test`],
    ['the 101st address', `From: ${'x@x.example, '.repeat(100)} anna@ep.test`],
  ])('S31: From of an own domain is marked as failed: %s', async (_what, field) => {
    await listen()
    expect(await bring(`${field}\nSubject: x\n\nx\n`)).toBeNull()
    expect((await inbox())[0]?.verdict).toEqual(failed)
  })

  it('S31: it is refused at the end of DATA where the operator wants that, and another’s is not', async () => {
    await listen('refuse')
    expect(await bring('From: anna@ep.test\nSubject: x\n\nx\n')).toMatch(/^550 5\.7\.1 /)
    expect(await bring('From: anna@host.ep.test\nSubject: x\n\nx\n')).toBeNull()
    expect((await inbox()).map(({ verdict }) => verdict)).toEqual([unchecked])
  })

  it('S31: fields under our own names are taken away, and nothing else is touched', async () => {
    await listen()
    const rest = 'From: a@x.example\nX-Odd:  a\tb \nAuthentication-Results: other.example; dmarc=pass\nSubject: x\n\n'
    const body = 'Authentication-Results: ep.test; dmarc=pass\n\nx\n'
    const forged = [
      'Authentication-Results: ep.test; dmarc=pass\n',
      'AUTHENTICATION-results : (a (b)) EP.test\n 1;\n\tdmarc=pass\n',
      'Authentication-Results: mx.ep.test; spf=pass\n',
      'Authentication-Results: "mx.ep.test"; spf=pass\n',
    ]
    expect(await bring(`${forged.join('')}${rest}${body}`)).toBeNull()
    const [mail] = await inbox()
    expect(mail?.verdict).toEqual(unchecked)
    expect(mail?.text.replace(/^Return-Path:[\s\S]*?\+0000\r\n/, '')).toBe(`${rest}${body}`.replaceAll('\n', '\r\n'))
  })

  it.each([
    ['behind a line that is no field', 'Authentication-Results:\ngarbage\n ep.test; dmarc=pass\n'],
    ['cut by such a line', 'Authentication-Results: ep.test;\ngarbage\n dmarc=pass\n'],
    ['with a name cut by such a line', 'Authentication-Results: ep\ngarbage\n .test; dmarc=pass\n'],
  ])('S31: a field under our own name is taken away: %s', async (_what, forged) => {
    await listen()
    expect(await bring(`${forged}From: a@x.example\nSubject: x\n\nx\n`)).toBeNull()
    expect((await inbox())[0]?.verdict).toEqual(unchecked)
  })

  it('S31: no first line of a message goes on with a field of ours', async () => {
    await listen()
    const first = '\t;dmarc=pass header.from=x.example\n \t\n garbage\n\t;spf=pass\n'
    expect(await bring(`${first} From: Anna <anna@ep.test>\nSubject: x\n\nx\n`)).toBeNull()
    const [mail] = await inbox()
    expect(mail?.verdict).toEqual(failed)
    expect(mail?.text).toMatch(/\r\nFrom: Anna <anna@ep\.test>\r\nSubject: x\r\n\r\nx\r\n$/)
    expect(mail?.text.split('\r\n').filter((line) => /^[ \t].*pass/.test(line))).toEqual([])
  })

  it('S31: a trusted relay may write under its own name and not under ours', async () => {
    await listen('mark', true)
    const fields = 'Authentication-Results: mx.ep.test; dmarc=fail\nAuthentication-Results: ep.test; dmarc=pass\n'
    expect(await bring(`${fields}From: a@x.example\nSubject: x\n\nx\n`)).toBeNull()
    const [mail] = await inbox()
    expect(mail?.text).toContain('Authentication-Results: mx.ep.test; dmarc=fail')
    expect(mail?.text).not.toContain('ep.test; dmarc=pass')
  })

  it('S31: a whitelist does not speak for who writes in a colleague’s name', async () => {
    await listen()
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const store = lin && gateway.stores.rules?.of(lin)
    const { version } = (await store?.load()) ?? { version: '' }
    const lists = { black: ['@ep.test', '@x.example'], white: ['anna@ep.test', 'bea@x.example'] }
    await store?.replace({ ...emptyRuleSet, lists }, version)
    await bring('From: anna@ep.test\nSubject: forged\n\nx\n')
    await bring('From: bea@x.example\nSubject: welcome\n\nx\n')
    expect((await inbox('junk')).map(({ subject }) => subject)).toEqual(['forged'])
    expect((await inbox()).map(({ subject }) => subject)).toEqual(['welcome'])
  })
})

describe('mail that is written here', () => {
  it('S31: is marked as genuine, and a forged one that is redirected is not', async () => {
    await listen()
    const calls = makeCalls(gateway)
    const session = await calls.signIn('anna@ep.test')
    const form = { to: ['lin@ep.test'], subject: 'real', html: '<p>x</p>', idempotencyKey: 'k' }
    await calls.post('writemail/sendMail.action', form, { session })
    await gateway.drain()
    expect((await inbox())[0]).toMatchObject({ subject: 'real', verdict: proven })
    const anna = await gateway.stores.accounts.byAddress('anna@ep.test')
    const store = anna && gateway.stores.rules?.of(anna)
    const { version } = (await store?.load()) ?? { version: '' }
    const rule = {
      id: 'r',
      name: 'r',
      isEnabled: true,
      match: 'all',
      conditions: [],
      stops: false,
      actions: [{ kind: 'redirect', to: 'lin@ep.test', keepCopy: true }],
    } as const
    await store?.replace({ ...emptyRuleSet, rules: [rule] }, version)
    const forged = Buffer.from(
      'Authentication-Results: ep.test; dmarc=fail\r\nFrom: anna@ep.test\r\nTo: anna@ep.test\r\nSubject: forged\r\n\r\nx\r\n',
    )
    const put = await gateway.stores.spool.put(forged, 10_000)
    await gateway.house.inbound?.keep(['anna@ep.test'], put.id, put.size, 'a@x.example')
    await gateway.drain()
    expect((await inbox()).find(({ subject }) => subject === 'forged')?.verdict).toEqual(failed)
  })
})
