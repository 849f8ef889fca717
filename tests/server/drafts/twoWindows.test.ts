/** R7: two windows write one draft; the gateway replaces none that is no longer the newest. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const save = async (subject: string, writer: string, draftId = '', lineage = 'L', session = lin, again = false) => {
  const former = draftId !== '' ? { draftId } : again ? { again: '1' } : {}
  const form = { subject, html: subject, writer, lineage, ...former }
  return (await calls.post('writemail/saveDraft.action', form, { session })).json
}
const send = async (form: Readonly<Record<string, string>>) =>
  (await calls.post('writemail/sendMail.action', { to: 'lin@ep.test', html: 'x', ...form }, { session: lin })).json
const drafts = async (who = 'lin') => {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder: 'draft', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  const page = await gateway.stores.mailStores.of(owner).page(query)
  return (page?.list ?? []).map(({ subject }) => subject).toSorted()
}

describe('R7: a draft in two windows', () => {
  it('goes from no stale one: the newer version is named and stays, and what the person then chose goes', async () => {
    const first = await save('one', 'A')
    const newer = await save('two', 'B', String(first.id))
    const stale = { subject: 'one', lineage: 'L', writer: 'A', draftId: String(first.id), idempotencyKey: 'A' }
    expect(await send(stale)).toMatchObject({
      code: 'draftConflict',
      field: 'draftId',
      newest: { id: newer.id, savedAt: newer.savedAt },
    })
    expect(await drafts()).toEqual(['two'])
    const own = { ...stale, draftId: String(newer.id) }
    const sent = await send(own)
    expect(sent).toMatchObject({ code: '200' })
    await save('later', 'B', String(newer.id))
    expect(await send(own)).toMatchObject({ code: '200', id: sent.id })
  })

  it('goes from no window that has an older text of what another has sent: it is refused, and may go as a mail of its own', async () => {
    const first = await save('one', 'A')
    const newer = await save('two', 'B', String(first.id))
    const there = { lineage: 'L', writer: 'B', draftId: String(newer.id), idempotencyKey: 'B' }
    const sent = await send({ ...there, subject: 'two' })
    expect(sent).toMatchObject({ code: '200' })
    await gateway.drain()
    expect(await drafts()).toEqual([])
    const here = { lineage: 'L', writer: 'A', draftId: String(first.id), idempotencyKey: 'A' }
    const refused = { code: 'draftSent', msg: 'errors:draftSent', field: 'draftId' }
    expect(await send({ ...here, subject: 'one' })).toMatchObject(refused)
    // What was written on meanwhile is kept, and refused all the same.
    const kept = await save('on', 'A', String(first.id))
    expect(await send({ ...here, subject: 'on', draftId: String(kept.id) })).toMatchObject(refused)
    expect(await drafts()).toEqual(['on'])
    // The same words are the same mail.
    expect(await send({ ...here, subject: 'two' })).toMatchObject({ code: '200', id: sent.id })
    const own = await save('on', 'A', String(kept.id), 'M')
    expect(await send({ ...here, subject: 'on', draftId: String(own.id), lineage: 'M' })).toMatchObject({ code: '200' })
  })

  it('that two windows send at the same moment, each in a version of its own, goes once', async () => {
    const both = await Promise.all(
      ['A', 'B'].map((writer) =>
        send({
          subject: writer,
          lineage: 'L',
          writer,
          draftId: `version-${writer}`,
          idempotencyKey: writer,
        }),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual(['200', 'draftSent'])
    await gateway.drain()
    const sent = await calls.post('query/queryfolder2.action', { folder: 'sent' }, { session: lin })
    expect(sent.json.total).toBe(1)
  })

  it('can be sent once more after it was taken back, and not while it is scheduled', async () => {
    const { id } = await save('one', 'A')
    const sendAt = String(gateway.clock.now() + 3_600_000)
    const ready = { to: 'lin@ep.test', subject: 'one', html: 'x', writer: 'A', lineage: 'L', draftId: String(id) }
    const draft = (await calls.post('writemail/saveDraft.action', ready, { session: lin })).json
    const asked = { id: String(draft.id), sendAt }
    const scheduled = (await calls.post('writemail/startDate.action', asked, { session: lin })).json
    expect(scheduled).toMatchObject({ code: '200' })
    const again = { subject: 'two', lineage: 'L', writer: 'B', draftId: 'stale', idempotencyKey: 'B' }
    expect(await send(again)).toMatchObject({ code: 'draftSent' })
    const back = (await calls.post('writemail/takeBack.action', { id: String(scheduled.id) }, { session: lin })).json
    expect(await send(again)).toMatchObject({ code: 'draftConflict', newest: { id: back.draftId } })
    expect(await send({ ...again, draftId: String(back.draftId) })).toMatchObject({ code: '200' })
  })

  it('goes from the window that saved last though the answer was lost, from one that another has deleted, and with no draft', async () => {
    const first = await save('one', 'A')
    await save('lost', 'A', String(first.id))
    const ask = { subject: 'lost', lineage: 'L', writer: 'A', draftId: String(first.id) }
    expect(await send({ ...ask, idempotencyKey: '1' })).toMatchObject({ code: '200' })
    expect(await send({ ...ask, lineage: 'M', draftId: 'gone', idempotencyKey: '2' })).toMatchObject({ code: '200' })
    expect(await send({ subject: 'none', idempotencyKey: '3' })).toMatchObject({ code: '200' })
  })

  it('is not replaced from a stale one: the newer version is named, and stays', async () => {
    const first = await save('one', 'A')
    const newer = await save('two', 'A', String(first.id))
    expect(await save('stale', 'B', String(first.id))).toMatchObject({
      code: 'draftConflict',
      field: 'draftId',
      newest: { id: newer.id, savedAt: newer.savedAt },
    })
    expect(await drafts()).toEqual(['two'])
    expect(await save('own', 'B', String(newer.id))).toMatchObject({ code: '200' })
    expect(await save('both', 'A', '', 'M')).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['both', 'own'])
  })

  it('that saves at the same moment keeps one, and tells the other', async () => {
    const { id } = await save('begin', 'A')
    const both = await Promise.all([save('a', 'A', String(id)), save('b', 'B', String(id))])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['200', 'draftConflict'])
    expect(await drafts()).toEqual([both[0].code === '200' ? 'a' : 'b'])
  })

  it('says which one it is when it is opened', async () => {
    const { id } = await save('one', 'A')
    const { json } = await calls.post('writemail/contentDate2', { mode: 'draft', id: String(id) }, { session: lin })
    expect(json.form).toMatchObject({ lineage: 'L' })
  })

  it('R4: whose answer was lost takes its own next saving', async () => {
    const { id } = await save('one', 'A')
    await save('lost', 'A', String(id))
    expect(await save('again', 'A', String(id))).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['again'])
  })

  it('R4: whose first answer was lost is found by its window, and by no other', async () => {
    await save('lost', 'A')
    expect(await save('more', 'A', '', 'L', lin, true)).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['more'])
    expect(await save('theirs', 'B', '', 'L', lin, true)).toMatchObject({ code: '200' })
    expect(await save('else', 'A', '', 'M', lin, true)).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['else', 'more', 'theirs'])
  })

  it('R4: that was deleted meanwhile is kept anew, whatever else lies among the drafts', async () => {
    const { id } = await save('one', 'A')
    await save('another', 'C', '', 'other')
    const { json } = await calls.post('manage/remove2.action', { ids: [String(id)] }, { session: lin })
    expect(json).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['another'])
    expect(await save('mine', 'A', String(id))).toMatchObject({ code: '200' })
    expect(await drafts()).toContain('mine')
  })

  it('S21: of another account is neither replaced nor told about', async () => {
    await gateway.account('anna@ep.test')
    const { id } = await save('one', 'A')
    const anna = await calls.signIn('anna@ep.test')
    expect(await save('hers', 'B', String(id), 'L', anna)).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['one'])
    expect(await drafts('anna')).toEqual(['hers'])
  })
})
