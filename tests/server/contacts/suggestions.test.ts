/** Who is offered for what is typed into a recipient's box, over the wire. */
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contactUses } from '#server/contacts/contactQuery.sql'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const name of ['lin', 'anna', 'wang', 'wei']) await gateway.account(`${name}@ep.test`)
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const know = (name: string, email: string, session = lin) =>
  calls.post('contact/addContact.action', { name, email }, { session })
const send = (key: string, to: string | readonly string[]) =>
  calls.post('writemail/sendMail.action', { to, subject: 'Hi', html: 'Hi', idempotencyKey: key }, { session: lin })
const offered = async (typed: string, except: readonly string[] = [], session = lin) => {
  const { json } = await calls.post('contact/suggestions.action', { typed, except }, { session })
  return json.people
}

describe('people offered', () => {
  it('are contacts and those written to, by use, then by name in the order of pinyin', async () => {
    await know('王五', 'w5@example.cn')
    await know('陈王', 'cw@example.cn')
    expect(await offered('王')).toEqual([
      { name: '陈王', address: 'cw@example.cn', uses: 0 },
      { name: '王五', address: 'w5@example.cn', uses: 0 },
    ])
    expect((await send('k1', '小王 <wang@ep.test>')).json).toMatchObject({ code: '200' })
    expect(await offered('王')).toMatchObject([{ address: 'wang@ep.test', uses: 1 }, {}, {}])
  })

  it.each([
    ['wan', true],
    ['Li', true],
    ['li wang', true],
    ['ＷＡＮＧ', true],
    ['li.wang@ex', true],
    ['example', true],
    ['ang', false],
    ['wang zzz', false],
    ['', false],
    ['   ', false],
  ])('for %j: %s', async (typed, isOffered) => {
    await know('Wang Li', 'li.wang@example.cn')
    expect(await offered(typed)).toHaveLength(isOffered ? 1 : 0)
  })

  it('bear the name that the person gave them, each once, without those named already', async () => {
    await send('k1', 'Somebody <wang@ep.test>')
    await know('王丽', 'Wang@ep.test')
    expect(await offered('wang')).toEqual([{ name: '王丽', address: 'Wang@ep.test', uses: 1 }])
    expect(await offered('wang', ['WANG@ep.test'])).toEqual([])
  })

  it('are those of mails that went, not of refused ones, and once a mail however often it is sent', async () => {
    expect((await send('k1', 'wang.gone@ep.test')).json.code).not.toBe('200')
    expect(await offered('wang')).toEqual([])
    await send('k2', 'wang@ep.test')
    await send('k2', 'wang@ep.test')
    await send('k3', 'wei@ep.test')
    await send('k4', 'wei@ep.test')
    expect(await offered('w')).toEqual([
      { name: '', address: 'wei@ep.test', uses: 2 },
      { name: '', address: 'wang@ep.test', uses: 1 },
    ])
  })

  it('are groups too, before the people, and Chinese names by their sound', async () => {
    await know('曾国藩', 'zgf@example.cn')
    await calls.post('contact/addGroup.action', { name: '总裁办', contacts: [] }, { session: lin })
    const { json } = await calls.post('contact/suggestions.action', { typed: 'z' }, { session: lin })
    expect(json).toMatchObject({
      groups: [{ name: '总裁办', members: 0 }],
      people: [{ name: '曾国藩', address: 'zgf@example.cn' }],
    })
    expect(await offered('zengg')).toMatchObject([{ name: '曾国藩' }])
  })

  it('are no more than can be looked through', async () => {
    for (let at = 0; at < 12; at++) await know(`Wu ${at}`, `w${at}@example.cn`)
    expect(await offered('wu')).toHaveLength(8)
  })

  it('are a help alone: a mail goes although nobody can be noted', async () => {
    vi.spyOn(gateway.stores.recentRecipients, 'note').mockRejectedValueOnce(new Error('away'))
    expect((await send('k1', 'wang@ep.test')).json).toMatchObject({ code: '200' })
  })

  it('are found by the few who were written to, and not by the keys of all contacts', async () => {
    const place = await makeEmbeddedPlace()
    try {
      const { sql, parameters } = contactUses(place.db(), 'lin').compile()
      const plan = await place
        .db()
        .executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
      const read = plan.rows.map(({ detail }) => detail).filter((detail) => !detail.startsWith('USE TEMP'))
      expect(read[0]).toMatch(/^SEARCH recent /)
      expect(read[1]).toMatch(/^SEARCH key .*value=/)
      expect(read).toHaveLength(2)
    } finally {
      await place.close()
    }
  })

  it('S21: are each person’s own, and nobody’s without a session', async () => {
    await know('王丽', 'w@example.cn')
    await send('k1', 'wang@ep.test')
    expect(await offered('w', [], await calls.signIn('anna@ep.test'))).toEqual([])
    expect((await calls.post('contact/suggestions.action', { typed: 'w' })).status).toBe(403)
  })

  it('refuses a text that is no entry', async () => {
    const { json } = await calls.post('contact/suggestions.action', { typed: 'w'.repeat(321) }, { session: lin })
    expect(json).toMatchObject({ code: 'badField', field: 'typed' })
  })
})
