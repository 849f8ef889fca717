/** SPF, DKIM and DMARC of mail over SMTP, with a resolver of the test's own in place of DNS. */
import { generateKeyPairSync } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CheckLimits, openSenderChecks } from '#server/inbound/senderChecks/senderChecks'
import type { SenderChecks } from '#server/inbound/senderChecks.port'
import { listenSmtp, type SmtpListener } from '#server/inbound/smtp/listener'
import { signed } from '#server/outbox/smtp/dkim'
import { bytesOf, makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { removeFolderNow } from '../../support/removeFolder'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const signedBy = async (domain: string, message: string) =>
  (
    await bytesOf(await signed({ domain, selector: 's', privateKey: pem }, Readable.from([Buffer.from(message)])))
  ).toString('latin1')

let gateway: TestGateway
let listener: SmtpListener
let checks: SenderChecks
let records: Map<string, string>
let asked: string[]

/** A record that is a code is an error; `never` is an answer that does not come. */
async function resolve(name: string, type: string): Promise<readonly unknown[]> {
  asked.push(name)
  const record = type === 'TXT' ? (records.get(name) ?? 'ENOTFOUND') : 'ENOTFOUND'
  if (record === 'never') return new Promise(() => undefined)
  if (/^E[A-Z]+$/.test(record)) throw Object.assign(new Error(record), { code: record })
  return [[record]]
}

async function listen(limits: Partial<CheckLimits> = {}, fromOutside: 'mark' | 'refuse' = 'mark'): Promise<void> {
  checks = openSenderChecks({ server: 'ep.test', resolve, clock: gateway.clock, limits })
  listener = await listenSmtp({
    host: '127.0.0.1',
    port: 0,
    name: 'ep.test',
    maxMessageBytes: 1_000_000,
    maxConnections: 10,
    senders: { trustedServers: [], domains: ['ep.test'], fromOutside },
    checks,
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
  await gateway.account('lin@ep.test')
  asked = []
  records = new Map([
    ['x.example', 'v=spf1 ip4:127.0.0.1 -all'],
    ['s._domainkey.x.example', key],
    ['_dmarc.x.example', 'v=DMARC1; p=reject'],
    ['s._domainkey.ep.test', key],
    ['other.example', 'v=spf1 -all'],
    ['slow.example', 'EREFUSED'],
  ])
})
afterEach(async () => {
  await listener.close()
  await checks.close()
  await gateway.close()
})

/** Brings one message to lin; answers the refusal, or the verdict of the message that was kept. */
async function brought(message: string, from = 'a@x.example') {
  const refusal = await new Promise<string | null>((settle, reject) => {
    const connection = new SMTPConnection({ host: '127.0.0.1', port: listener.port, name: 'x.example' })
    connection.on('error', reject)
    connection.connect(() => {
      connection.send({ from, to: ['lin@ep.test'] }, message, (error) => {
        connection.quit()
        settle(error ? String(error.response) : null)
      })
    })
  })
  if (refusal !== null) return refusal
  const { spf, dkim, dmarc } = (await newest())?.parsed.authentication ?? {}
  return `${spf} ${dkim} ${dmarc}`
}

async function newest() {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('no lin')
  const store = gateway.stores.mailStores.of(lin)
  const query = { page: 1, pageSize: 1, sort: 'date', order: 'desc', filter: 'all' } as const
  const pages = await Promise.all(['inbox', 'junk'].map((folder) => store.page({ ...query, folder })))
  const [last] = pages.flatMap((page) => page?.list ?? []).toSorted((one, other) => other.receivedAt - one.receivedAt)
  return last === undefined ? null : store.open(last.id)
}

const from = (address: string) => `From: ${address}\r\nTo: lin@ep.test\r\nSubject: x\r\nDate: x\r\n\r\nhello you\r\n`

describe('mail over SMTP with CHECK_SENDERS', () => {
  it('is verified by SPF, DKIM and DMARC, and a changed body fails', async () => {
    await listen()
    const message = await signedBy('x.example', from('a@x.example'))
    expect(await brought(message)).toBe('pass pass pass')
    gateway.clock.advance(1_000)
    expect(await brought(message.replace('hello', 'hallo'), 'a@other.example')).toBe('fail fail fail')
    gateway.clock.advance(1_000)
    expect(await brought(from('a@x.example'), 'a@slow.example')).toBe('none none fail')
    gateway.clock.advance(1_000)
    expect(await brought(from('a@slow.example'), 'a@slow.example')).toBe('none none none')
  })

  it('goes to Junk where it fails DMARC and its domain wants such mail refused', async () => {
    await listen()
    expect(await brought(from('a@x.example'), 'a@slow.example')).toBe('none none fail')
    expect(await newest()).toMatchObject({ summary: { folder: 'junk' }, judged: { junkBy: 'authentication' } })
    gateway.clock.advance(1_000)
    records.set('_dmarc.other.example', 'v=DMARC1; p=none')
    expect(await brought(from('a@other.example'), 'a@other.example')).toBe('fail none fail')
    expect(await newest()).toMatchObject({ summary: { folder: 'inbox' } })
  })

  it.each(['<a@x.example>, <a@x.example>', 'Boss <mailto:a@x.example>', 'RE: <a@x.example>'])(
    'S31: goes there as well where From is written another way: %s',
    async (value) => {
      await listen()
      await brought(from(value), 'a@slow.example')
      expect(await newest()).toMatchObject({ summary: { folder: 'junk' }, judged: { junkBy: 'authentication' } })
    },
  )

  it('S31: From of an own domain is believed with a signature of it that holds, and only then', async () => {
    await listen({}, 'refuse')
    const own = await signedBy('ep.test', from('anna@ep.test'))
    expect(await brought(own)).toBe('pass pass none')
    for (const forged of [
      from('anna@ep.test'),
      own.replace('hello', 'hallo'),
      `From: postmaster@ep.test\r\n${own}`,
      await signedBy('x.example', from('anna@ep.test')),
      own.replace('h=from:', 'h='),
    ])
      expect(await brought(forged)).toMatch(/^550 5\.7\.1 /)
  })

  it('S31: From of an own domain without such a signature is marked as failed', async () => {
    await listen()
    expect(await brought(from('anna@ep.test'))).toBe('pass none fail')
  })

  it('S27: forty signatures cost no more than five', async () => {
    await listen()
    const message = await signedBy('x.example', from('a@x.example'))
    const signature = message.slice(0, message.indexOf('From:'))
    const many = Array.from({ length: 40 }, (_, index) => signature.replace('s=s;', `s=s${index};`)).join('')
    expect(await brought(many + message)).toMatch(/^pass /)
    expect(asked.filter((name) => name.includes('_domainkey'))).toHaveLength(5)
  })

  it('S27: a resolver that never answers delays a message by no more than the limit, and loses none', async () => {
    for (const name of ['_dmarc.x.example', 's._domainkey.x.example']) records.set(name, 'never')
    await listen({ queryMs: 20 })
    const message = await signedBy('x.example', from('a@x.example'))
    // A query that is given up costs its own verdict alone.
    expect(await brought(message)).toBe('pass none none')
    await listener.close()
    await checks.close()
    records.set('x.example', 'never')
    await listen({ queryMs: 20, dnsMs: 50 })
    gateway.clock.advance(1_000)
    expect(await brought(message)).toBe('none none none')
    await listener.close()
    await checks.close()
    await listen({ wallMs: 30, queryMs: 90_000, dnsMs: 90_000 })
    gateway.clock.advance(1_000)
    expect(await brought(message)).toBe('none none none')
  })
})

describe('DMARC of From that readers may take for different senders', () => {
  const verdictsOf = async (value: string) => {
    gateway.clock.advance(1_000)
    const refusal = await brought(from(value))
    const parsed = (await newest())?.parsed
    return [refusal, parsed?.from.address]
  }

  it.each([
    'boss@bank.example，Boss <a@x.example>',
    'boss@bank.example；Boss <a@x.example>',
    'boss@bank.example、Boss <a@x.example>',
    '"boss@bank.example"，<a@x.example>',
    'boss@bank.example <a@x.example>',
    'X.example: orders <a@x.example>',
    'RE: Boss <a@x.example>',
    '"a.b"@x.example',
  ])('S31: is that of the address which a person sees: %s', async (value) => {
    await listen()
    expect(await verdictsOf(value)).toEqual([
      'pass none pass',
      value.startsWith('"a') ? '"a.b"@x.example' : 'a@x.example',
    ])
  })

  it.each([
    ['<a@x.example> <boss@bank.example>', 'boss@bank.example'],
    ['Boss', ''],
    ['Boss\r\nSender: boss@bank.example', ''],
    ['a@x.example, boss@bank.example', 'a@x.example'],
    // Beyond what a reader keeps of a header, where the other address stands.
    [`boss@bank.example${`\r\n ${' '.repeat(900)}`.repeat(600)}\r\n <a@x.example>`, 'boss@bank.example'],
  ])('S31: has failed where From names no single sender: %#', async (value, shown) => {
    await listen()
    expect(await verdictsOf(value)).toEqual(['pass none fail', shown])
  })
})

describe('the thread that checks senders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ep-mail-'))
  const path = join(folder, 'message')
  afterAll(() => removeFolderNow(folder))
  const message = { path, ip: '127.0.0.1', helo: 'x.example', from: 'a@x.example' }

  it('S27: eight megabytes of bare line ends are hashed within the limit of CPU time', async () => {
    await listen({ wallMs: 60_000 })
    const head = (await signedBy('x.example', from('a@x.example'))).replace(/hello you\r\n$/, '')
    writeFileSync(path, head + 'a\n'.repeat(4_000_000))
    const { dkim, spf } = await checks.check(message)
    expect([dkim[0]?.result, spf.result]).toEqual(['fail', 'pass'])
  })

  it('S27: eight messages wait for DNS at once, and the ninth for one of them', async () => {
    await listen({ wallMs: 60_000 })
    let waited = 0
    const moments = new EventEmitter()
    const [full, go] = [once(moments, 'full'), once(moments, 'go')]
    const mine = openSenderChecks({
      ...{ server: 'ep.test', clock: gateway.clock, limits: { wallMs: 60_000, queryMs: 60_000, dnsMs: 60_000 } },
      resolve: async () => {
        waited += 1
        if (waited === 8) moments.emit('full')
        await go
        return [['v=spf1 ip4:127.0.0.1 -all']]
      },
    })
    writeFileSync(path, 'Subject: x\r\n\r\nx\r\n')
    const all = Array.from({ length: 9 }, (_, index) => mine.check({ ...message, from: `a@x${index}.example` }))
    await full
    expect(waited).toBe(8)
    moments.emit('go')
    expect((await Promise.all(all)).map(({ spf }) => spf.result)).toEqual(Array.from({ length: 9 }, () => 'pass'))
    await mine.close()
  })

  it('S27: a message beyond the limit of CPU time costs those beside it nothing', async () => {
    await listen({ wallMs: 60_000, cpuMs: 200 })
    const head = (await signedBy('x.example', from('a@x.example'))).replace(/hello you\r\n$/, '')
    writeFileSync(path, head + 'a b\r\n'.repeat(6_000_000))
    const small = `${path}-small`
    writeFileSync(small, head)
    const found = await Promise.all([path, small, small].map((it) => checks.check({ ...message, path: it })))
    expect(found.map(({ spf }) => spf.result)).toEqual(['temperror', 'pass', 'pass'])
  })

  it('S27: a message beyond the limit of CPU time is given up, and the next is checked', async () => {
    await listen({ wallMs: 60_000, cpuMs: 200 })
    const head = (await signedBy('x.example', from('a@x.example'))).replace(/hello you\r\n$/, '')
    writeFileSync(path, head + 'a b\r\n'.repeat(6_000_000))
    expect((await checks.check(message)).spf.result).toBe('temperror')
    writeFileSync(path, head)
    expect((await checks.check(message)).spf.result).toBe('pass')
  })
})
