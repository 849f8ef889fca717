/** The counters and the page finder against the plainest reckoning over all rows. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { marks, sorts } from '#contract/endpoints/mail/mail'
import type { MailStore } from '#server/mail/mail.store'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { plainMime } from '#tests/support/mail/plainMime'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { owner, pageOf } from '../../conformance/mail/mailbox'
import { newMail } from '../../conformance/mail/mailMessage'

let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
let store: MailStore

beforeEach(async () => {
  place = await makeEmbeddedPlace()
  const db = place.db()
  const spool = openSpool({ db, dataDir: place.folder })
  store = createEmbeddedMailStores({ db, spool, mime: plainMime, clock: { now: () => 0 } }).of(owner('lin'))
})
afterEach(() => place.close())

/** Lays copies of the mails that are there beside them, each an arrival of its own. */
async function addCopies(count: number): Promise<void> {
  const db = place.db()
  const info = await sql<{ name: string }>`select name from pragma_table_info('mails')`.execute(db)
  const names = info.rows.map(({ name }) => name).filter((name) => name !== 'seq')
  const values = names.map((name) => (name === 'id' ? `id || '-' || n` : name === 'thread_id' ? 'null' : name))
  await sql`
    with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${count})
    insert into mails (${sql.raw(names.join(', '))}) select ${sql.raw(values.join(', '))} from mails, copies`.execute(
    db,
  )
}

/** Moves the next arrival on, so that few mails lie in many runs of 512. */
async function skipArrivals(to: number): Promise<void> {
  await sql`insert into sqlite_sequence (name, seq) select 'mails', 0
    where not exists (select 1 from sqlite_sequence where name = 'mails')`.execute(place.db())
  await sql`update sqlite_sequence set seq = ${to} where name = 'mails'`.execute(place.db())
}

async function fill(): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < 60; n += 1) {
    if (n % 6 === 0) await skipArrivals(n * 180)
    const head = n % 8 === 7 ? [] : [`Message-ID: <${n}@x>`, ...(n % 4 > 1 ? [`References: <${n - (n % 4)}@x>`] : [])]
    const parts = {
      subject: `Mail ${n % 7}`,
      from: `u${n % 5}@example.com`,
      head,
      ...(n % 4 === 0 ? { file: 'a.txt' } : {}),
    }
    const flags = { seen: n % 3 === 0, flagged: n % 5 === 0 }
    ids.push((await store.append(newMail(parts, { flags, folder: n % 9 === 0 ? 'junk' : 'inbox' }))).id)
  }
  return ids
}

const reckoned = `
  select folder as scope, seq >> 9 as bucket, count(*) as total, sum(1 - seen) as unread, sum(flagged) as flagged,
    sum(has_attachment) as attachment from mails group by 1, 2
  union all
  select -mailbox, seq >> 9, count(*), sum(1 - seen), count(*), sum(has_attachment) from mails where flagged = 1 group by 1, 2
  order by 1, 2`

const grouped = `
  select folder, coalesce(thread_id, id) as thread, max(seq) as newest, count(*) as held, sum(1 - seen) as unread,
    sum(flagged) as flagged, sum(has_attachment) as attachment from mails group by 1, 2 order by 1, 2`

async function expectCountersRight(): Promise<void> {
  const db = place.db()
  const kept = await sql`select * from mail_buckets order by scope, bucket`.execute(db)
  expect(kept.rows).toEqual((await sql.raw(reckoned).execute(db)).rows)
  const conversations = await sql`
    select folder, thread, newest, held, unread, flagged, attachment from mail_conversations order by 1, 2`.execute(db)
  expect(conversations.rows).toEqual((await sql.raw(grouped).execute(db)).rows)
  const wrong = await sql`
    select f.id from mail_folders as f where
      total <> (select count(*) from mails as m where m.folder = f.folder)
      or unread <> (select count(*) from mails as m where m.folder = f.folder and m.seen = 0)
      or size <> (select coalesce(sum(m.size), 0) from mails as m where m.folder = f.folder)`.execute(db)
  expect(wrong.rows).toEqual([])
  const sums = await sql<{ used: number; count: number }>`
    select coalesce(sum(size), 0) as used, count(*) as count from mails`.execute(db)
  expect(await store.quota()).toMatchObject(sums.rows[0] ?? {})
}

describe('counters', () => {
  it('stay right through marks, moves, replacements and removals', async () => {
    const ids = await fill()
    await expectCountersRight()
    for (const [index, mark] of [...marks, ...marks].entries()) {
      await store.mark(
        ids.filter((_, n) => n % (index + 2) === 0),
        mark,
      )
      await expectCountersRight()
      await store.move(
        ids.filter((_, n) => n % (index + 3) === 1),
        ['deleted', 'inbox', 'junk'][index % 3] ?? 'inbox',
      )
      await expectCountersRight()
    }
    await store.mark({ folder: 'inbox' }, 'flagged')
    await store.replace(ids[3] ?? null, newMail({}, { folder: 'draft' }))
    await store.remove(ids.slice(10, 40))
    await expectCountersRight()
    await store.remove(ids)
    await expectCountersRight()
  })

  it('let others have their turn while a whole folder is marked, and what arrives meanwhile stays unread', async () => {
    await store.append(newMail({}, { folder: 'inbox' }))
    await addCopies(2_499)
    let isMarked = false
    const marking = store.mark({ folder: 'inbox' }, 'seen').finally(() => {
      isMarked = true
    })
    let turns = 0
    const count = () => {
      turns += 1
      if (!isMarked) setImmediate(count)
    }
    setImmediate(count)
    const late = store.append(newMail({ subject: 'Late' }, { folder: 'inbox' }))
    expect(await marking).toBe(2_500)
    // One after each thousand.
    expect(turns).toBeGreaterThanOrEqual(3)
    await late
    const left = await pageOf(store, { filter: 'unread' })
    expect(left.list.map(({ subject }) => subject)).toEqual(['Late'])
    await expectCountersRight()
  })

  it('stand still when a change fails half way', async () => {
    const ids = await fill()
    const failing = place
      .db()
      .transaction()
      .execute(async (transaction) => {
        await sql`update mails set seen = 1`.execute(transaction)
        await sql`delete from mails where id = ${ids[0] ?? ''}`.execute(transaction)
        throw new Error('cut')
      })
    await expect(failing).rejects.toThrow('cut')
    await expectCountersRight()
    expect((await store.summaries(ids)).length).toBe(60)
  })
})

describe('pages', () => {
  it('R16: every page of every sort, order and filter holds what a plain sort of all mails gives', async () => {
    await fill()
    const inbox = (await pageOf(store, { pageSize: 200 })).list
    const key = { date: () => '', from: null, subject: null, size: null }
    for (const sort of sorts) {
      for (const filter of ['all', 'unread', 'flagged', 'attachment'] as const) {
        for (const folder of ['inbox', 'flag']) {
          const down = await walk({ sort, filter, folder, order: 'desc' })
          const up = await walk({ sort, filter, folder, order: 'asc' })
          expect(up.map((mail) => mail.id)).toEqual(down.map((mail) => mail.id).toReversed())
          expect(new Set(down.map((mail) => mail.id)).size).toBe(down.length)
          if (folder === 'inbox' && key[sort] !== null) {
            const wanted = inbox.filter(
              (mail) =>
                filter === 'all' ||
                (filter === 'unread' ? !mail.seen : filter === 'flagged' ? mail.flagged : mail.hasAttachment),
            )
            expect(down).toEqual(wanted)
          }
          const values = down.map((mail) =>
            sort === 'size' ? mail.size : sort === 'from' ? mail.from.address : sort === 'subject' ? mail.subject : 0,
          )
          expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
        }
      }
    }
  })

  it('R16: every page of conversations, in every sort, order and filter, holds what plain grouping gives', async () => {
    await fill()
    const { list: mails } = await pageOf(store, { pageSize: 200 })
    const groups = new Map<string, typeof mails>()
    for (const mail of mails) {
      const key = mail.threadId ?? mail.id
      groups.set(key, [...(groups.get(key) ?? []), mail])
    }
    const fits = {
      all: () => true,
      unread: (mail: (typeof mails)[number]) => !mail.seen,
      flagged: (mail: (typeof mails)[number]) => mail.flagged,
      attachment: (mail: (typeof mails)[number]) => mail.hasAttachment,
    }
    for (const filter of ['all', 'unread', 'flagged', 'attachment'] as const) {
      const wanted = [...groups.values()].filter((group) => group.some(fits[filter])).map(([newest]) => newest?.id)
      for (const sort of sorts) {
        const down = await walk({ sort, filter, folder: 'inbox', order: 'desc', conversations: true })
        const up = await walk({ sort, filter, folder: 'inbox', order: 'asc', conversations: true })
        expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).toReversed())
        if (sort === 'date') expect(down.map(({ id }) => id)).toEqual(wanted)
        else expect(down.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
      }
    }
  })

  it('R16: takes neither a scan nor a sort to find a page of conversations', async () => {
    await fill()
    const conditions = {
      conversations_by_arrival: '',
      conversations_unread: 'and c.unread > 0',
      conversations_flagged: 'and c.flagged > 0',
      conversations_attachment: 'and c.attachment > 0',
    }
    for (const [index, condition] of Object.entries(conditions)) {
      const plan = await sql<{ detail: string }>`explain query plan select c.newest
        from mail_conversations as c indexed by ${sql.raw(index)}
        where c.folder = 1 ${sql.raw(condition)} order by c.newest desc limit 50 offset 500`.execute(place.db())
      expect(plan.rows.map(({ detail }) => detail).join()).toMatch(/COVERING INDEX/)
      expect(plan.rows.map(({ detail }) => detail).join()).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  })

  it('R16: takes neither a scan nor a sort to find a page of a folder', async () => {
    await fill()
    const conditions = { mails_by_folder: '', mails_unread: 'and m.seen = 0', mails_flagged: 'and m.flagged = 1' }
    for (const [index, condition] of Object.entries(conditions)) {
      const plan = await sql<{ detail: string }>`explain query plan select m.subject from mails as m
        indexed by ${sql.raw(index)} where m.folder = 1 ${sql.raw(condition)} and m.seq < 1000
        order by m.seq desc limit 50`.execute(place.db())
      const detail = plan.rows.map((row) => row.detail).join('\n')
      expect(detail).toContain(`SEARCH m USING INDEX ${index}`)
      expect(detail).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  })

  it('R16: looks up the mails that are named and never walks the mailbox for them', async () => {
    const id = "id in (select value from json_each('[]'))"
    for (const statement of [
      `update mails set seen = 1 where seen = 0 and +mailbox = 1 and ${id}`,
      `delete from mails where +mailbox = 1 and ${id} returning id`,
    ]) {
      const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(place.db())
      expect(plan.rows[0]?.detail).toMatch(/SEARCH mails USING INDEX \w+ \(id=\?\)/)
    }
  })

  async function walk(query: Parameters<typeof pageOf>[1]) {
    const all = []
    for (let page = 1; ; page += 1) {
      const { list, total } = await pageOf(store, { ...query, page, pageSize: 7 })
      all.push(...list)
      if (list.length === 0) {
        expect(all.length).toBe(total)
        return all
      }
    }
  }
})
