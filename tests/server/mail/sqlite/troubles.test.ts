/** What the embedded mail store does when there is no room, no right to write, or a crash in between. */
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores, type EmbeddedMailOptions } from '#server/mail/sqlite/mailStores'
import { createRemovedMailStores } from '#server/mail/sqlite/removed/removedMails'
import { type Database, openDatabase } from '#server/sql/openDatabase'
import { mimeOf, plainMail, plainMime } from '#tests/support/mail/plainMime'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { owner, pageOf, rawOf, subjectsOf } from '../../conformance/mail/mailbox'
import { newMail } from '../../conformance/mail/mailMessage'

let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
beforeEach(async () => {
  place = await makeEmbeddedPlace()
})
afterEach(() => place.close())

function stores(db: Database = place.db(), change: Partial<EmbeddedMailOptions> = {}) {
  const spool = openSpool({ db, dataDir: place.folder })
  const options = { db, spool, mime: plainMime, clock: { now: () => 0 }, ...change }
  const mail = createEmbeddedMailStores(options)
  return { spool, removed: createRemovedMailStores(options), lin: mail.of(owner('lin')), chen: mail.of(owner('chen')) }
}

async function files(): Promise<string[]> {
  const all = await readdir(join(place.folder, 'mail'), { recursive: true }).catch(() => [])
  return all.filter((name) => /\.(eml|tmp)$/.test(name))
}

async function integrity(): Promise<unknown> {
  return (await sql`pragma integrity_check`.execute(place.db())).rows[0]
}

describe('quota', () => {
  it('refuses what does not fit, keeps what was there, and leaves no file behind', async () => {
    const { lin } = stores(place.db(), { quotaBytes: 1_000 })
    const kept = await lin.append(newMail({ text: 'x'.repeat(600) }))
    await expect(lin.append(newMail({ text: 'x'.repeat(600) }))).rejects.toMatchObject({ code: 'quotaExceeded' })
    expect(await files()).toHaveLength(1)
    expect(await lin.quota()).toMatchObject({ count: 1, limit: 1_000 })
    const { id } = await lin.replace(kept.id, newMail({ subject: 'New', text: 'x'.repeat(650) }))
    await expect(lin.replace(id, newMail({ text: 'x'.repeat(2_000) }))).rejects.toMatchObject({ code: 'quotaExceeded' })
    expect(await subjectsOf(lin)).toEqual(['New'])
  })

  it('counts what arrives at once one after the other', async () => {
    const { lin } = stores(place.db(), { quotaBytes: 1_000 })
    const tries = [1, 2, 3, 4].map(() => lin.append(newMail({ text: 'x'.repeat(300) })))
    const results = await Promise.allSettled(tries)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2)
  })
})

describe('R12: a store in trouble', () => {
  it('R12: refuses mail when the disk is full, with nothing broken and no file left, and goes on when there is room', async () => {
    const { lin } = stores()
    await lin.append(newMail({ subject: 'Before' }))
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(place.db())
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(place.db())
    const text = Array.from({ length: 20_000 }, (_, n) => `word${n}`).join(' ')
    await expect(lin.append(newMail({ subject: 'Too much', text }))).rejects.toMatchObject({ code: 'diskFull' })
    expect(await subjectsOf(lin)).toEqual(['Before'])
    expect(await files()).toHaveLength(1)
    await sql.raw('pragma max_page_count = 1000000').execute(place.db())
    await lin.append(newMail({ subject: 'After', text }))
    expect(await subjectsOf(lin)).toEqual(['After', 'Before'])
    expect(await integrity()).toEqual({ integrity_check: 'ok' })
  })

  it('R12: reads on and refuses every write when the database is read-only', async () => {
    const { id } = await stores().lin.append(newMail({ subject: 'Kept' }))
    const db = openDatabase(place.file, { readonly: true })
    try {
      const { lin } = stores(db)
      expect(await subjectsOf(lin)).toEqual(['Kept'])
      await expect(lin.mark([id], 'seen')).rejects.toBeInstanceOf(StoreAway)
      await expect(lin.remove([id])).rejects.toBeInstanceOf(StoreAway)
      await expect(lin.append(newMail())).rejects.toBeInstanceOf(StoreAway)
      expect(await rawOf(lin, id)).toContain('Subject: Kept')
    } finally {
      await db.destroy()
    }
    expect((await pageOf(stores().lin)).unread).toBe(1)
  })

  it('R12: says that the store is away when a file it promised is gone, and shows the list all the same', async () => {
    const { lin, spool } = stores()
    const { id } = await lin.append(newMail({ subject: 'Lost' }))
    const row = await place.db().selectFrom('mails').select('spool').executeTakeFirstOrThrow()
    await rm(spool.path(row.spool))
    await expect(lin.raw(id)).rejects.toBeInstanceOf(StoreAway)
    expect((await lin.open(id))?.summary.subject).toBe('Lost')
  })
})

describe('instants', () => {
  it('R17: takes the clock for an arrival that is no instant, and nothing for a Date that is none', async () => {
    const parsed = { ...plainMail, sentAt: 1e300 }
    const mime = mimeOf(async () => parsed)
    const { lin } = stores(place.db(), { mime, clock: { now: () => 77 } })
    for (const receivedAt of [Number.NaN, Number.POSITIVE_INFINITY]) await lin.append(newMail({}, { receivedAt }))
    const instants = (await pageOf(lin)).list.map(({ receivedAt, sentAt }) => ({ receivedAt, sentAt }))
    expect(instants).toEqual([1, 2].map(() => ({ receivedAt: 77, sentAt: null })))
  })
})

describe('files', () => {
  it('shares one file among the mailboxes that got it, until the last lets go', async () => {
    const { lin, chen, spool, removed } = stores()
    const { id: file } = await spool.put(Buffer.from('Subject: Shared\r\n\r\nHello'), 1_000)
    const source = { kind: 'spool', spool: file } as const
    const mine = await lin.append(newMail({}, { source }))
    const theirs = await chen.append(newMail({}, { source }))
    await lin.remove([mine.id])
    await removed.sweep(0, -1, 0)
    expect(await rawOf(chen, theirs.id)).toContain('Subject: Shared')
    await chen.remove([theirs.id])
    expect(await files()).toHaveLength(1)
    await removed.sweep(0, -1, 0)
    expect(await files()).toEqual([])
  })

  it('R1: sweeps at a start what a crash left between file and row, and nothing that is in use or young', async () => {
    const { lin, spool } = stores()
    await lin.append(newMail())
    const orphan = await spool.put(Buffer.from('left behind'), 1_000)
    const young = await spool.put(Buffer.from('being written'), 1_000)
    const used = await place.db().selectFrom('mails').select('spool').executeTakeFirstOrThrow()
    for (const id of [orphan.id, used.spool]) await utimes(spool.path(id), 1_000, 1_000)
    const again = stores(await place.reopen())
    expect(await again.spool.sweep(2_000_000)).toEqual({ moved: 1, left: 0 })
    expect(await files()).toHaveLength(2)
    expect(await again.spool.size(young.id)).toBe(13)
    expect(await subjectsOf(again.lin)).toEqual(['Report'])
  })
})

describe('conversations', () => {
  it('joins replies to what they answer, in whichever order they come', async () => {
    const { lin, chen } = stores()
    const head = (lines: string) => ({ head: lines.split('|') })
    await lin.append(
      newMail({ subject: 'Re: Plan', ...head('Message-ID: <2@x>|In-Reply-To: <1@x>|References: <1@x>') }),
    )
    await lin.append(newMail({ subject: 'Plan', ...head('Message-ID: <1@x>') }))
    await lin.append(newMail({ subject: 'Re: Plan', ...head('Message-ID: <3@x>|In-Reply-To: <2@x>') }))
    await lin.append(newMail({ subject: '回复：Plan', ...head('Message-ID: <4@x>') }))
    await lin.append(newMail({ subject: 'Plan', from: 'other@example.org', ...head('Message-ID: <5@x>') }))
    await chen.append(newMail({ subject: 'Plan', ...head('Message-ID: <1@x>') }))
    const list = (await pageOf(lin)).list
    expect(list.map((mail) => mail.threadCount)).toEqual([1, 4, 4, 4, 4])
    expect((await pageOf(chen)).list[0]?.threadId).not.toBe(list[1]?.threadId)
  })
})
