import { Readable } from 'node:stream'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { endpoint } from '#contract/endpoint'
import { list, text } from '#contract/field'
import { Refusal, SessionEnded } from '#server/core/refusal'
import { type Binding, on, onAnonymous, onDownload } from '#server/http/binding'
import { makeHandler } from '#server/http/handle'
import { owner } from '#tests/server/conformance/mail/mailbox'

const greet = endpoint({
  method: 'POST',
  path: 'webmail/test/greet.action',
  fields: { name: text(20), friends: list(3) },
  reply: v.object({ said: v.string() }),
  anonymous: true,
})

function asking(binding: Binding, report = vi.fn()) {
  const handler = makeHandler({ bindings: [binding], authenticate: async () => null, report })
  return async (form: string, headers: Record<string, string> = {}) => {
    const answer = await handler({
      method: 'POST',
      path: '/webmail/test/greet.action',
      query: 'name=query',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers },
      body: Readable.from([Buffer.from(form)]),
      remoteAddress: '192.0.2.1',
    })
    return { ...answer, json: JSON.parse(String(answer.body)) }
  }
}

describe('a call', () => {
  it('reads its form as a browser writes it, and from nowhere else', async () => {
    const ask = asking(onAnonymous(greet, async ({ name, friends }) => ({ said: [name, ...friends].join('|') })))
    expect((await ask('name=%E6%9E%97+a%2Bb&friends=1&friends=2&other=x')).json).toEqual({
      code: '200',
      said: '林 a+b|1|2',
    })
    expect((await ask('friends=1')).json).toEqual({ code: 'badField', msg: 'errors:badField', field: 'name' })
  })

  it('says nothing beyond what its entry promises', async () => {
    const more = { said: 'hello', passwordHash: 'secret' }
    expect((await asking(onAnonymous(greet, async () => more))('name=a')).json).toEqual({ code: '200', said: 'hello' })
  })

  it('turns a refusal into its code, with the field and the payload', async () => {
    const ask = asking(
      onAnonymous(greet, async () => {
        throw new Refusal('recipientInvalid', { field: 'name', payload: { addresses: ['x'] } })
      }),
    )
    const { status, json } = await ask('name=a')
    expect(status).toBe(200)
    expect(json).toEqual({ code: 'recipientInvalid', msg: 'errors:recipientInvalid', field: 'name', addresses: ['x'] })
  })

  it('stops reading at its limit, whatever length was announced', async () => {
    const ask = asking(onAnonymous(greet, async () => ({ said: '' })))
    const form = `name=${'x'.repeat(600 * 1024)}`
    expect((await ask(form)).status).toBe(413)
    expect((await ask(form, { 'content-length': '10' })).status).toBe(413)
    expect((await ask('name=a', { 'content-length': '10000000' })).status).toBe(413)
  })

  it.each(['multipart/form-data; boundary=b', 'text/plain', 'application/json'])('refuses %s', async (type) => {
    const ask = asking(onAnonymous(greet, async () => ({ said: '' })))
    expect((await ask('name=a', { 'content-type': type })).status).toBe(415)
  })

  it('S35: reports a bug by its kind and place alone', async () => {
    const report = vi.fn()
    const ask = asking(
      onAnonymous(greet, async () => {
        throw new TypeError('no mail of lin@ep.test:\nsubject')
      }),
      report,
    )
    expect((await ask('name=a')).status).toBe(500)
    expect(report).toHaveBeenCalledWith({ path: greet.path, name: 'TypeError', trace: expect.any(Array) })
    expect(JSON.stringify(report.mock.calls)).not.toMatch(/lin@|subject/)
  })
})

describe('binding', () => {
  it('S18: ends the session whose password a mail server no longer takes, and asks for a sign-in', async () => {
    const mails = endpoint({ method: 'GET', path: 'webmail/test/mails.action', reply: v.object({}) })
    const binding = on(mails, async () => {
      throw new SessionEnded('AUTHENTICATIONFAILED')
    })
    const account = { ...owner('lin'), address: 'lin@ep.test' }
    const session = { accountId: 'lin', username: 'lin@ep.test', timezone: 'Asia/Shanghai', createdAt: 1 }
    const ended: string[] = []
    const handler = makeHandler({
      bindings: [binding],
      authenticate: async () => ({ account, session, tokenHash: 'hash', sealedSecret: null }),
      onSessionEnded: async ({ tokenHash }) => {
        ended.push(tokenHash)
      },
      report: vi.fn(),
    })
    const path = '/webmail/test/mails.action'
    const answer = await handler({
      method: 'GET',
      path,
      query: '',
      headers: {},
      body: null,
      remoteAddress: '192.0.2.1',
    })
    expect(answer.status).toBe(403)
    expect(ended).toEqual(['hash'])
  })

  it('S22: an entry is never bound with less than it asks for', () => {
    const secret = endpoint({ method: 'GET', path: 'webmail/test/secret.action' })
    expect(() => onAnonymous(secret, async () => ({}))).toThrow('bound wrongly')
    expect(() => on(greet, async () => ({ said: '' }))).toThrow('bound wrongly')
    expect(() => onDownload(greet, () => Promise.reject(new Error()))).toThrow('bound wrongly')
  })
})
