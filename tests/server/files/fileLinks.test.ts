/** Links to files over the wire, clock in hand (docs/decisions/0044). */
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileLinkLimits } from '#contract/files/fileLinkRules'
import { shareLimits } from '#contract/shares/shareRules'
import type { Account } from '#server/core/account'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
let file: string
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  account = await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
  file = await stored('页面.html', 'text/plain')
})
afterEach(() => gateway.close())

async function stored(name: string, type: string): Promise<string> {
  const body = Buffer.from('<script>alert(1)</script>')
  const source = { open: async () => Readable.from([body]), path: null }
  const made = { upload: name, parent: '', name, size: body.length, type, source }
  return (await gateway.stores.files.addFile(account.id, made, 'ask', { now: 1, room: 99 })).id
}

type Json = Readonly<Record<string, unknown>>
const own = async (verb: string, form: RawValues = {}, session = lin): Promise<Json> =>
  (await calls.post(`files/${verb}.action`, form, { session })).json
const guest = async (verb: string, form: RawValues, remoteAddress = '203.0.113.9'): Promise<Json> =>
  (await calls.post(`files/${verb}.action`, form, { remoteAddress })).json
async function make(id = file) {
  const { secret, link } = await own('makeLink', { id })
  return { secret: String(secret), id: String(Object(link).id) }
}
const ticketOf = async (secret: string) => String((await guest('openLink', { secret })).ticket)
const download = (ticket: string, headers: Readonly<Record<string, string>> = {}) =>
  calls.get('files/downloadLinked.action', { ticket }, { headers })
const ended = (reason: string) => ({ code: 'shareOver', msg: 'errors:shareOver', reason })
const states = async () => {
  const { list } = await own('links')
  return Array.isArray(list) ? list.map((one: Json) => [one.state, one.downloads]) : []
}

describe('a link to a file', () => {
  it('tells what it leads to and counts no look; a download is counted, and goes on after a cut', async () => {
    const { secret } = await make()
    const expiresAt = gateway.clock.now() + fileLinkLimits.lifeMs
    for (let look = 0; look < 2; look += 1)
      expect(await guest('askLink', { secret })).toEqual({ code: '200', name: '页面.html', size: 25, expiresAt })
    expect(await states()).toEqual([['open', 0]])
    const ticket = await ticketOf(secret)
    const rest = await download(ticket, { range: 'bytes=8-' })
    expect([rest.status, rest.text, rest.headers['content-range']]).toEqual([206, 'alert(1)</script>', 'bytes 8-24/25'])
    expect(await states()).toEqual([['open', 1]])
  })

  it('S9: gives its file as a download in a sandbox, that no cache keeps', async () => {
    const { status, headers, text } = await download(await ticketOf((await make()).secret))
    expect([status, text]).toEqual([200, '<script>alert(1)</script>'])
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;.*filename\*=UTF-8''%E9%A1%B5%E9%9D%A2\.html/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
    // Of a kind that the mailbox's own pages show in place.
    const picture = await download(await ticketOf((await make(await stored('a.png', 'image/png'))).secret))
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment;/),
    })
  })

  it('lives 30 days by the clock of the gateway, and as long again once it is renewed', async () => {
    const { secret, id } = await make()
    const ticket = await ticketOf(secret)
    gateway.clock.advance(fileLinkLimits.ticketMs)
    expect((await download(ticket)).json).toEqual(ended('revoked'))
    gateway.clock.advance(fileLinkLimits.lifeMs - fileLinkLimits.ticketMs - 1)
    const late = await ticketOf(secret)
    gateway.clock.advance(1)
    expect(await guest('askLink', { secret })).toEqual(ended('expired'))
    expect(await guest('openLink', { secret })).toEqual(ended('expired'))
    expect((await download(late)).json).toEqual(ended('expired'))
    lin = await calls.signIn('lin@ep.test')
    expect(await states()).toEqual([['expired', 2]])
    const expiresAt = gateway.clock.now() + fileLinkLimits.lifeMs
    expect(await own('renewLink', { id })).toEqual({ code: '200', expiresAt })
    expect(await guest('askLink', { secret })).toMatchObject({ code: '200', expiresAt })
  })

  it('S21: is withdrawn at once and for good, by its owner, and of no other file than one’s own', async () => {
    await gateway.account('chen@ep.test')
    const chen = await calls.signIn('chen@ep.test')
    const { secret, id } = await make()
    const ticket = await ticketOf(secret)
    expect(await own('makeLink', { id: file }, chen)).toMatchObject({ code: 'notFound' })
    for (const verb of ['renewLink', 'revokeLink'])
      expect(await own(verb, { id }, chen)).toMatchObject({ code: 'notFound' })
    expect(await own('links', {}, chen)).toMatchObject({ list: [], total: 0 })
    expect(await own('revokeLink', { id })).toEqual({ code: '200' })
    expect(await guest('askLink', { secret })).toEqual(ended('revoked'))
    expect((await download(ticket)).json).toEqual(ended('revoked'))
    expect(await own('renewLink', { id })).toMatchObject({ code: 'notFound' })
    expect(await guest('askLink', { secret: 'x'.repeat(43) })).toEqual(ended('revoked'))
    expect((await download(secret)).json).toEqual(ended('revoked'))
    const { entry } = await own('addFolder', { name: 'Folder' })
    expect(await own('makeLink', { id: String(Object(entry).id) })).toMatchObject({ code: 'notFound' })
  })

  it('is closed while its file lies in the trash, and dies with it', async () => {
    const { secret, id } = await make()
    const ticket = await ticketOf(secret)
    await own('trash', { ids: [file] })
    expect(await guest('askLink', { secret })).toEqual(ended('revoked'))
    expect((await download(ticket)).json).toEqual(ended('revoked'))
    expect([await states(), await own('renewLink', { id })]).toEqual([
      [['gone', 1]],
      expect.objectContaining({ code: 'notFound' }),
    ])
    await own('restore', { ids: [file] })
    expect(await guest('askLink', { secret })).toMatchObject({ code: '200' })
    await own('trash', { ids: [file] })
    await own('remove', { ids: [file] })
    expect(await guest('askLink', { secret })).toEqual(ended('revoked'))
  })

  it('S18: is closed while its account is locked, and gone with the account', async () => {
    const { secret } = await make()
    await gateway.stores.accounts.change(account.id, { locked: true })
    expect(await guest('askLink', { secret })).toEqual(ended('revoked'))
    await gateway.stores.accounts.change(account.id, { locked: false })
    expect(await guest('askLink', { secret })).toMatchObject({ code: '200' })
    await gateway.stores.deleteAccountData(account.id)
    expect(await guest('askLink', { secret })).toEqual(ended('revoked'))
  })

  it('S17: is kept by the hashes of its secret and its tickets, and asked for at a pace', async () => {
    const { secret } = await make()
    const ticket = await ticketOf(secret)
    const tables = ['file_links', 'file_link_tickets'] as const
    const rows = await Promise.all(tables.map((table) => gateway.stores.db.selectFrom(table).selectAll().execute()))
    expect(rows.map((of) => of.length)).toEqual([1, 1])
    for (const word of [secret, ticket]) expect(JSON.stringify(rows)).not.toContain(word)
    for (let count = 0; count < shareLimits.perNetwork; count += 1) await guest('askLink', { secret }, '203.0.113.20')
    expect(await guest('askLink', { secret }, '203.0.113.20')).toMatchObject({ code: 'tooManyTries' })
    expect(await guest('askLink', { secret }, '203.0.113.21')).toMatchObject({ code: '200' })
  })
})
