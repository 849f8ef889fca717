import type { FastifyInstance } from 'fastify'
import nodemailer from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allEndpoints } from '#contract/endpoints'
import { buildApp } from '#server/app'
import { makeWatch, type Watch } from '#server/composition/watch'
import { listenSmtp, type SmtpListener } from '#server/inbound/smtp/listener'
import { formText, type RawValues } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { readPrometheus } from '../../support/gateway/prometheusText'

const keyword = 'Scheidungspapiere'
const subject = '离婚协议 draft'
const bodyText = 'nobody else may read this line'
const network = '203.0.113.77'

let gateway: TestGateway
let app: FastifyInstance
let smtp: SmtpListener
let watch: Watch
let lines: string[]

beforeEach(async () => {
  lines = []
  watch = makeWatch({ level: 'debug', write: (line) => lines.push(line) })
  gateway = await makeTestGateway({
    now: Date.now(),
    report: watch.report,
    watchOutbox: watch.watchOutbox,
    env: { TRUST_PROXY: '1' },
  })
  const readiness = watch.readinessOf(gateway.config, gateway.house)
  app = await buildApp(gateway.house, gateway.config, null, { readiness, onAnswered: watch.onAnswered })
  watch.showOutbox(gateway.stores.outbox)
  const { inbound } = gateway.house
  if (inbound === null) throw new Error('This gateway takes in mail')
  smtp = await listenSmtp({
    host: '127.0.0.1',
    port: 0,
    name: 'ep.test',
    maxMessageBytes: 1_000_000,
    maxConnections: 5,
    inbound: watch.watchInbound(inbound),
    spool: gateway.stores.spool,
    clock: gateway.clock,
  })
  await gateway.account('lin@ep.test', { displayName: 'Lin Geheim' })
  await gateway.account('wang@ep.test')
})
afterEach(async () => {
  await app.close()
  await smtp.close()
  await gateway.close()
})

async function post(path: string, values: RawValues, token?: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/webmail/${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': network,
      'user-agent': 'Mozilla/5.0 (Secret Phone)',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: formText(values),
  })
  return answer
}

function deliver(to: string): Promise<unknown> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtp.port, secure: false, ignoreTLS: true })
  return transport.sendMail({ from: 'mallory@outside.example', to, subject, text: bodyText })
}

/** What a person does in a day; answers every secret that went over the line. */
async function journey(): Promise<readonly string[]> {
  await post('login/loginService.action', { username: 'lin', password: 'wrong-Pass1' })
  const login = await post('login/loginService.action', { username: 'lin@ep.test', password: testPassword })
  const token = String(login.json().accessToken)
  await deliver('lin@ep.test')
  await expect(deliver('nobody@ep.test')).rejects.toThrow()
  const list = await post('query/queryfolder2.action', { folder: 'inbox' }, token)
  const id = String(list.json().list[0].id)
  await post('query/search2.action', { keyword, location: 'all' }, token)
  await post('manage/mark2', { ids: id, flag: 'seen', value: '1' }, token)
  await post('readmail/showMail.action', { id }, token)
  const sid = String(
    (await app.inject({ url: '/webmail/readmail/sid.action', headers: { authorization: `Bearer ${token}` } })).json()
      .sid,
  )
  await app.inject({ url: `/webmail/readmail/downloadMail.action?${formText({ sid, id })}` })
  const mail = { to: 'wang@ep.test', subject, html: `<p>${bodyText}</p>`, idempotencyKey: 'key-of-the-send' }
  expect((await post('writemail/sendMail.action', mail, token)).json().code).toBe('200')
  await gateway.drain()
  await app.inject({ url: `/webmail/${keyword}/lin@ep.test?token=${token}` })
  await app.inject({ url: `/receive/mailshow?id=${id}&q=${keyword}`, headers: { accept: 'text/html' } })
  vi.spyOn(gateway.stores.mailStores, 'of').mockImplementation(() => {
    throw new Error(`subject ${subject} of lin@ep.test at ${network}`)
  })
  expect((await post('query/queryfolder2.action', { folder: 'inbox' }, token)).statusCode).toBe(500)
  const people = ['lin@', 'wang@', 'mallory', 'nobody@', 'Geheim', 'ep.test']
  const words = [keyword, subject, '离婚', bodyText, 'key-of-the-send', 'Secret Phone']
  return [...people, ...words, token, sid, id, testPassword, 'wrong-Pass1', network, '127.0.0.1']
}

describe('a gateway that is watched', () => {
  it('S17, S35: logs every request and names nobody and nothing of a mail, not even where it fails', async () => {
    const secrets = await journey()
    const said = lines.join('')
    for (const secret of secrets) {
      expect(said).not.toContain(secret)
      expect(said).not.toContain(encodeURIComponent(secret))
    }
    const events = lines.map((line) => JSON.parse(line))
    for (const { level, time } of events) {
      expect(['error', 'info', 'debug']).toContain(level)
      expect(new Date(time).toISOString()).toBe(time)
    }
    const requests = events.filter(({ event }) => event === 'request')
    expect(requests.map(({ call, status, code }) => [call, status, code])).toEqual([
      ['webmail/login/loginService.action', 200, '004'],
      ['webmail/login/loginService.action', 200, '000'],
      ['webmail/query/queryfolder2.action', 200, '200'],
      ['webmail/query/search2.action', 200, '200'],
      ['webmail/manage/mark2', 200, expect.any(String)],
      ['webmail/readmail/showMail.action', 200, '200'],
      ['webmail/readmail/sid.action', 200, '200'],
      ['webmail/readmail/downloadMail.action', 200, undefined],
      ['webmail/writemail/sendMail.action', 200, '200'],
      ['unknown', 404, 'notFound'],
      ['page', 404, undefined],
      ['webmail/query/queryfolder2.action', 500, 'operationFailed'],
    ])
    expect(new Set(requests.map(({ request }) => request)).size).toBe(requests.length)
    expect(new Set(requests.flatMap(({ session }) => session ?? [])).size).toBe(1)
    const bug = events.find(({ event }) => event === 'bug')
    expect(bug).toMatchObject({ level: 'error', name: 'Error', request: requests.at(-1)?.request })
    expect(events).toContainEqual(expect.objectContaining({ event: 'mailIn', outcome: 'accepted', recipients: 1 }))
    expect(events).toContainEqual(expect.objectContaining({ event: 'sent', state: 'sent', recipients: 1 }))
  })

  it('S35: counts with labels from closed lists, in a form that a strict reader takes', async () => {
    const secrets = await journey()
    const text = await watch.metrics.render()
    for (const secret of secrets) expect(text).not.toContain(secret)
    const families = readPrometheus(text)
    const value = (name: string, labels: Record<string, string>) =>
      families.get(name)?.samples.find((it) => JSON.stringify(it.labels) === JSON.stringify(labels))?.value
    const login = 'webmail/login/loginService.action'
    expect(value('ep_mail_requests_total', { call: login, status: '200', code: '004' })).toBe(1)
    expect(value('ep_mail_requests_total', { call: login, status: '200', code: '000' })).toBe(1)
    expect(value('ep_mail_smtp_in_total', { outcome: 'accepted' })).toBe(1)
    expect(value('ep_mail_smtp_in_recipients_total', { answer: 'unknown' })).toBe(1)
    expect(value('ep_mail_sends_total', { state: 'sent' })).toBe(1)
    expect(value('ep_mail_outbox_recipients', { state: 'queued' })).toBe(0)
    expect(value('ep_mail_bugs_total', {})).toBe(1)
    expect(families.get('process_resident_memory_bytes')?.samples[0]?.value).toBeGreaterThan(1e6)
    expect(families.get('ep_mail_event_loop_delay_seconds')?.samples).toHaveLength(3)
    const known = new Set(['unknown', 'page', 'asset', 'healthz', 'readyz', ...allEndpoints.map(({ path }) => path)])
    const calls = [...families.values()].flatMap(({ samples }) => samples.flatMap(({ labels }) => labels.call ?? []))
    expect(calls.filter((call) => !known.has(call))).toEqual([])
  })

  it('answers with the name under which a request is logged', async () => {
    const answer = await app.inject({
      url: '/webmail/main/siteInfo.action',
      headers: { 'x-request-id': 'lin@ep.test' },
    })
    const logged = JSON.parse(lines.at(-1) ?? '')
    expect(answer.headers['x-request-id']).toBe(logged.request)
    expect(logged.request).toMatch(/^[0-9a-f]{16}$/)
  })

  it('R12: lives on while its database is away, and is not ready until it is back', async () => {
    vi.spyOn(gateway.house, 'isHealthy').mockResolvedValue(false)
    const readiness = watch.readinessOf(gateway.config, gateway.house)
    const away = await buildApp(gateway.house, gateway.config, null, { readiness })
    const [health, ready] = [await away.inject({ url: '/healthz' }), await away.inject({ url: '/readyz' })]
    expect([health.statusCode, health.json()]).toEqual([200, { ok: true }])
    expect([ready.statusCode, ready.json()]).toEqual([503, { ok: false, failing: ['database'] }])
    expect(lines.filter((line) => line.includes('notReady'))).toHaveLength(1)
    await away.close()
    expect((await app.inject({ url: '/readyz' })).json()).toEqual({ ok: true })
  })
})
