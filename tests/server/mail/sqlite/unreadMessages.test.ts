import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ParsedMail } from '#server/core/mail'
import type { MimeReader } from '#server/mail/mimeReader.port'
import { openSpool } from '#server/mail/spool/fileSpool'
import { readAllAgain } from '#server/mail/sqlite/arrival/unreadMessages'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { mimeOf, plainMail, plainMime } from '#tests/support/mail/plainMime'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { found, owner, pageOf } from '../../conformance/mail/mailbox'

/** What the reader says of a message whose worker timed out: its header alone. */
const unreadable: ParsedMail = {
  ...plainMail,
  subject: 'Plan',
  messageId: '<p@ep.test>',
  readable: false,
  truncated: true,
}
const brokenMime = mimeOf(async () => unreadable)
const message = Buffer.from('Subject: Plan\r\nMessage-ID: <p@ep.test>\r\nX-File: plan.txt\r\n\r\nGood morning.')

describe('a message that could not be read', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  const context = (mime: MimeReader) => {
    const db = place.db()
    return { db, spool: openSpool({ db, dataDir: place.folder }), mime, clock: { now: () => 0 } }
  }
  const lin = (mime: MimeReader) => createEmbeddedMailStores(context(mime)).of(owner('lin'))
  const keep = async () => {
    const mail = { folder: 'inbox', flags: { flagged: true }, receivedAt: 1, key: null } as const
    return (await lin(brokenMime).append({ ...mail, source: { kind: 'bytes', bytes: message } })).id
  }
  /** Row, text, files, index and counters. */
  const isRight = async (id: string) => {
    const store = lin(brokenMime)
    expect((await store.open(id))?.parsed).toMatchObject({ readable: true, text: 'Good morning.' })
    const query = { filter: 'attachment' } as const
    expect((await pageOf(store, query)).list).toMatchObject([{ id, preview: 'Good morning.', hasAttachment: true }])
    expect((await pageOf(store, query)).total).toBe(1)
    expect((await pageOf(store, { ...query, folder: 'flag' })).total).toBe(1)
    expect((await pageOf(store, { ...query, conversations: true })).total).toBe(1)
    expect(await found(store, 'morning')).toEqual(['Plan'])
  }
  const tries = async () => (await sql<{ tries: number }>`select tries from unread_messages`.execute(place.db())).rows

  beforeEach(async () => {
    place = await makeEmbeddedPlace()
  })
  afterEach(() => place.close())

  it('R16: is read again when it is opened, and is whole from then on', async () => {
    const id = await keep()
    expect((await lin(plainMime).open(id))?.summary).toMatchObject({ preview: 'Good morning.', hasAttachment: true })
    await isRight(id)
    expect(await tries()).toEqual([])
  })

  it('R16: is read again at the next start, and is whole from then on', async () => {
    const id = await keep()
    await readAllAgain(context(plainMime), () => true)
    await isRight(id)
  })

  it('R20: is tried three times by one version of the reader, and no more', async () => {
    const id = await keep()
    let reads = 0
    const counting = mimeOf(async () => {
      reads += 1
      return unreadable
    })
    for (let opening = 0; opening < 3; opening += 1) await lin(counting).open(id)
    await readAllAgain(context(counting), () => true)
    expect(reads).toBe(2)
    expect(await tries()).toEqual([{ tries: 3 }])
    // Another version tries anew.
    await sql`update unread_messages set reader = 0`.execute(place.db())
    await readAllAgain(context(plainMime), () => true)
    await isRight(id)
  })

  it('R16: is read no more once the gateway ends, and leaves nothing behind when its mail is removed', async () => {
    const id = await keep()
    await readAllAgain(context(plainMime), () => false)
    expect(await tries()).toEqual([{ tries: 1 }])
    await lin(plainMime).remove([id])
    expect(await tries()).toEqual([])
  })
})
