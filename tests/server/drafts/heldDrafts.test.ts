/** R7: a draft whose mail can still be undone, and one that nobody here has saved yet, in two windows. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, sendForm } from '../../support/stores/sendingSetup'

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

const post = async (path: string, form: RawValues) => (await calls.post(path, form, { session: lin })).json
const save = (form: RawValues) =>
  post('writemail/saveDraft.action', { to: 'lin@ep.test', subject: 'one', html: 'x', ...form })
const send = (form: RawValues) =>
  post('writemail/sendMail.action', { to: 'lin@ep.test', subject: 'one', html: 'x', ...form })
const open = async (id: unknown) =>
  (await post('writemail/contentDate2', { mode: 'draft', id: String(id) })).form as Readonly<Record<string, unknown>>
const listed = async (folder: string) =>
  (await post('query/queryfolder2.action', { folder })).list as readonly Readonly<Record<string, unknown>>[]
const drafts = async () => (await listed('draft')).map(({ subject }) => subject).toSorted()

describe('R7: a draft whose mail can still be undone', () => {
  const window = { lineage: 'L', writer: 'A' }
  const sendHeld = async () => {
    const { id } = await save(window)
    const sent = await send({ ...window, draftId: String(id), idempotencyKey: 'A', holdSeconds: 10 })
    expect(sent).toMatchObject({ code: '200' })
    return { draftId: String(id), id: String(sent.id) }
  }

  it('is listed among the drafts no longer, and is one draft again, the same, after an undo', async () => {
    const { id } = await sendHeld()
    expect(await drafts()).toEqual([])
    const back = await post('writemail/takeBack.action', { id })
    expect(await open(back.draftId)).toMatchObject({ subject: 'one', lineage: 'L' })
    expect(await save({ ...window, writer: 'B', subject: 'one!', draftId: String(back.draftId) })).toMatchObject({
      code: '200',
    })
    expect(await drafts()).toEqual(['one!'])
  })

  it('goes from no other window that has it open, neither as it is nor written on', async () => {
    const { draftId } = await sendHeld()
    const other = { lineage: 'L', writer: 'B', subject: 'two' }
    expect(await send({ ...other, draftId, idempotencyKey: 'B' })).toMatchObject({ code: 'draftSent' })
    const kept = await save({ ...other, draftId })
    expect(await send({ ...other, draftId: String(kept.id), idempotencyKey: 'B' })).toMatchObject({ code: 'draftSent' })
    gateway.clock.advance(20_000)
    await gateway.drain()
    expect(await listed('inbox')).toMatchObject([{ subject: 'one' }])
  })

  it('stands beside what another window has written meanwhile', async () => {
    const { id, draftId } = await sendHeld()
    await save({ lineage: 'L', writer: 'B', subject: 'two', draftId })
    expect(await post('writemail/takeBack.action', { id })).toMatchObject({ code: '200' })
    expect(await drafts()).toEqual(['one', 'two'])
  })

  it('that the gateway had no time to take from the drafts is replaced by the undo', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'held-draft-'))
    const place = await openSending({
      folder,
      relayPort: null,
      checkpoint: async (name) => {
        if (name === 'onRecord') throw new Error('ended')
      },
    })
    try {
      const owner = await place.account('lin')
      const draft = { folder: 'draft', flags: { seen: true }, receivedAt: 0, key: null } as const
      const bytes = Buffer.from('From: lin@ep.test\nSubject: one\n\nx\n')
      const { id: draftId } = await place.mailStores.of(owner).append({ ...draft, source: { kind: 'bytes', bytes } })
      const form = sendForm({ to: ['lin@ep.test'], subject: 'one', draftId, lineage: 'L', holdSeconds: 30 })
      await expect(place.send(form, callerOf(owner))).rejects.toThrow('ended')
      expect(await place.mails('lin', 'draft')).toHaveLength(1)
      const [held] = await place.outbox.held(owner.id, 0, 10)
      await place.takeBack({ id: held?.id ?? '' }, callerOf(owner))
      expect(await place.mails('lin', 'draft')).toMatchObject([{ subject: 'one' }])
    } finally {
      await place.close()
      await removeFolder(folder)
    }
  })
})

describe('R7: a draft that was never saved here', () => {
  const foreign = async () => {
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (owner === null) throw new Error('There is no mailbox lin')
    const { id } = await gateway.stores.mailStores.of(owner).append({
      folder: 'draft',
      source: { kind: 'bytes', bytes: Buffer.from('From: lin@ep.test\nTo: lin@ep.test\nSubject: one\n\nx\n') },
      flags: { seen: true },
      receivedAt: gateway.clock.now(),
      key: null,
    })
    return id
  }
  /** As a window holds it. */
  const opened = async (id: string, writer: string) => {
    const { draftId, lineage } = await open(id)
    expect(draftId).toBe(id)
    return { draftId: id, lineage: String(lineage), writer }
  }

  it('is replaced by the first of two windows, and the other is told', async () => {
    const id = await foreign()
    const [here, there] = [await opened(id, 'A'), await opened(id, 'B')]
    const newer = await save({ ...here, subject: 'two' })
    const stale = { code: 'draftConflict', newest: { id: newer.id } }
    expect(await save({ ...there, subject: 'stale' })).toMatchObject(stale)
    expect(await send({ ...there, subject: 'stale', idempotencyKey: 'B' })).toMatchObject(stale)
    expect(await drafts()).toEqual(['two'])
  })

  it('goes once, from whichever window', async () => {
    const id = await foreign()
    const [here, there] = [await opened(id, 'A'), await opened(id, 'B')]
    expect(await send({ ...here, idempotencyKey: 'A' })).toMatchObject({ code: '200' })
    await gateway.drain()
    const kept = await save({ ...there, subject: 'two' })
    expect(await send({ ...there, subject: 'two', draftId: String(kept.id), idempotencyKey: 'B' })).toMatchObject({
      code: 'draftSent',
    })
  })

  it('is not taken for another', async () => {
    const [one, other] = [await opened(await foreign(), 'A'), await opened(await foreign(), 'B')]
    expect(one.lineage).not.toBe(other.lineage)
  })
})
