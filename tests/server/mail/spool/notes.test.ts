import { appendFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { openSpool } from '#server/mail/spool/fileSpool'
import { readNotes } from '#server/mail/spool/notes/noteFiles'
import { notesName } from '#server/mail/spool/notes/noteFormat'
import { shardsOf } from '#server/mail/spool/spoolSweep'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { plainMime } from '#tests/support/mail/plainMime'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { owner } from '../../conformance/mail/mailbox'
import { newMail } from '../../conformance/mail/mailMessage'

describe('notes beside message files', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
  })
  afterEach(() => place.close())

  function opened() {
    const db = place.db()
    const spool = openSpool({ db, dataDir: place.folder })
    const lin = createEmbeddedMailStores({ db, spool, mime: plainMime, clock: { now: () => 0 } }).of(owner('lin'))
    return { db, notes: spool.notes, lin }
  }

  async function noted() {
    const all = []
    let lines = 0
    for await (const shard of shardsOf(dataPathsOf(place.folder).mail)) {
      const found = await readNotes(shard)
      all.push(...found.last.values())
      lines += found.lines
    }
    return { all, lines }
  }
  const dueOf = async ({ db }: ReturnType<typeof opened>) =>
    (await db.selectFrom('due_notes').select('id').where('kind', '=', 'message').execute()).length

  it('R12: tell of an arrival before it is acknowledged, and of marks once they are flushed', async () => {
    const store = opened()
    const ids = []
    for (let index = 0; index < 60; index++) ids.push((await store.lin.append(newMail())).id)
    expect(await noted()).toMatchObject({ lines: 60 })
    await store.lin.mark(ids, 'seen')
    await store.lin.move(ids.slice(0, 3), 'deleted')
    await store.lin.remove(ids.slice(3, 4))
    // Nothing is written on the way of the request.
    expect([(await noted()).lines, await dueOf(store)]).toEqual([60, 60])
    await store.notes.flush()
    const { all, lines } = await noted()
    const mails = all.flatMap((note) => note.mails)
    expect([lines, all.length, mails.length, await dueOf(store)]).toEqual([120, 60, 59, 0])
    expect(mails.every(({ flags, account }) => flags.join() === 'seen' && account === 'lin')).toBe(true)
    expect(mails.filter(({ folder }) => folder === 'deleted').map(({ id }) => id)).toEqual(
      expect.arrayContaining(ids.slice(0, 3)),
    )
    await store.notes.flush()
    expect((await noted()).lines).toBe(120)
  })

  it('R12: write an arrival once, although it is due as well', async () => {
    const store = opened()
    await store.lin.append(newMail())
    await store.notes.flush()
    expect([(await noted()).lines, await dueOf(store)]).toEqual([1, 0])
  })

  it('R1: lose no line but the one that a crash cut', async () => {
    const store = opened()
    const { id } = await store.lin.append(newMail())
    for await (const shard of shardsOf(dataPathsOf(place.folder).mail))
      await appendFile(join(shard, notesName), '\n{"message":"cut')
    await store.lin.mark([id], 'flagged')
    await store.notes.flush()
    expect((await noted()).all.flatMap(({ mails }) => mails)).toMatchObject([{ id, flags: ['flagged'] }])
  })

  it('are written anew once they are large and mostly old', async () => {
    const store = opened()
    const { id } = await store.lin.append(newMail())
    let shard = ''
    for await (const path of shardsOf(dataPathsOf(place.folder).mail)) shard = path
    const [line] = (await noted()).all.map((note) => JSON.stringify(note))
    await store.notes.compact()
    expect((await noted()).lines).toBe(1)
    await appendFile(join(shard, notesName), `\n${line}`.repeat(500))
    await store.lin.mark([id], 'seen')
    await store.notes.flush()
    await store.notes.compact()
    expect(await noted()).toMatchObject({ lines: 1, all: [{ mails: [{ id, flags: ['seen'] }] }] })
    expect((await stat(join(shard, notesName))).mode & 0o077).toBe(0)
  })
})
