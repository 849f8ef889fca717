import { Readable } from 'node:stream'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { endpoint } from '#contract/endpoint'
import { list, text } from '#contract/field'
import { limits } from '#contract/limits'
import { Refusal, SessionEnded } from '#server/core/refusal'
import { type Binding, on, onAnonymous, onDownload } from '#server/http/binding'
import { makeHandler } from '#server/http/handle'
import { makeLargeForms } from '#server/http/largeForms'
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
  const session = { accountId: 'lin', username: 'lin@ep.test', timezone: 'Asia/Shanghai', createdAt: 1 }

  it('S27: takes a form beyond the ordinary bytes, or of unknown length, as a large one, where its entry may have one', async () => {
    const write = (path: string, formBytes?: number) =>
      on(
        endpoint({
          method: 'POST',
          path: `webmail/test/${path}.action`,
          fields: { html: text(600 * 1024) },
          reply: v.object({ size: v.number() }),
          ...(formBytes === undefined ? {} : { formBytes }),
        }),
        async ({ html }) => ({ size: html.length }),
      )
    const owners: string[] = []
    const forms = makeLargeForms()
    const handler = makeHandler({
      bindings: [write('large', limits.textFormBytes), write('small')],
      authenticate: async () => ({ account: owner('lin'), session, tokenHash: 'hash', sealedSecret: null }),
      largeForms: (body, by, work) => {
        owners.push(by.owner)
        return forms(body, by, work)
      },
      report: vi.fn(),
    })
    const ask = async (path: string, size: number, isAnnounced: boolean) => {
      const form = Buffer.from(`html=${'x'.repeat(size)}`)
      const length: Record<string, string> = isAnnounced ? { 'content-length': String(form.length) } : {}
      const { status, body } = await handler({
        method: 'POST',
        path: `/webmail/test/${path}.action`,
        query: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...length },
        body: Readable.from([form], { objectMode: false }),
        remoteAddress: '192.0.2.1',
      })
      return { status, ...JSON.parse(String(body)) }
    }
    expect(await ask('large', 1_000, true)).toMatchObject({ code: '200', size: 1_000 })
    expect(await ask('small', 1_000, false)).toMatchObject({ code: '200', size: 1_000 })
    expect(await ask('small', 600_000, false)).toMatchObject({ status: 413 })
    expect(owners).toEqual([])
    expect(await ask('large', 600_000, true)).toMatchObject({ code: '200', size: 600_000 })
    expect(await ask('large', 1_000, false)).toMatchObject({ code: '200', size: 1_000 })
    expect(owners).toEqual(['lin', 'lin'])
  })

  it('S18: ends the session whose password a mail server no longer takes, and asks for a sign-in', async () => {
    const mails = endpoint({ method: 'GET', path: 'webmail/test/mails.action', reply: v.object({}) })
    const binding = on(mails, async () => {
      throw new SessionEnded('AUTHENTICATIONFAILED')
    })
    const account = { ...owner('lin'), address: 'lin@ep.test' }
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
