/** Changes of many mails go in pieces between which everybody else is served, and an end halfway is made good by the same wish (TRUST S27, R9). */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailStore } from '#server/mail/mail.store'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { dropMailbox } from '#server/mail/sqlite/mailboxes'
import { removeMails } from '#server/mail/sqlite/mailChanges'
import { pieceOfMails } from '#server/mail/sqlite/pieces'
import { type Database, openDatabase } from '#server/sql/openDatabase'
import { openMailbox } from '#tests/bench/fullMailbox'
import { removeFolderNow } from '#tests/support/removeFolder'
import { pageOf } from '../../conformance/mail/mailbox'

const count = pieceOfMails + 100
const address = 'lin@ep.test'
const folders: string[] = []

let store: MailStore
let db: Database
let close: () => Promise<void>

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ep-mail-pieces-'))
  folders.push(folder)
  return folder
}

// Filled once, and copied for each test.
let filled: string
beforeAll(async () => {
  filled = newFolder()
  await (await openMailbox(filled, { address, mails: count })).close()
})
beforeEach(async () => {
  const folder = newFolder()
  cpSync(filled, folder, { recursive: true })
  const opened = await openMailbox(folder, { address, mails: count })
  db = openDatabase(dataPathsOf(folder).database)
  store = opened.store
  close = async () => {
    await opened.close()
    await db.destroy()
  }
  return close
})
afterAll(() => {
  for (const folder of folders) removeFolderNow(folder)
})

async function idsOf(folder: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { list } = await pageOf(store, { folder, page, pageSize: 200 })
    ids.push(...list.map(({ id }) => id))
    if (list.length < 200) return ids
  }
}

async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const next = () => {
    turns += 1
    if (!isDone) setImmediate(next)
  }
  setImmediate(next)
  await work()
  isDone = true
  return turns
}

const held = async (folder: string) => (await store.folders()).find(({ id }) => id === folder)

describe('a change of many mails', () => {
  it('S27: gives the event loop a turn after each 500 of them, whatever the change is', async () => {
    const ids = await idsOf('inbox')
    expect(ids).toHaveLength(count)
    const own = await store.createFolder('own')
    const changes: readonly (() => Promise<unknown>)[] = [
      () => store.mark(ids, 'flagged'),
      () => store.mark({ folder: 'inbox' }, 'unseen'),
      () => store.move([...ids, ...ids], own?.id ?? ''),
      () => store.emptyFolder(own?.id ?? '', 'junk'),
      () => store.move(ids, 'deleted'),
      () => store.remove(ids),
    ]
    for (const change of changes) expect(await turnsOf(change)).toBeGreaterThanOrEqual(1)
    expect(await idsOf('inbox')).toEqual([])
    expect(await held('deleted')).toMatchObject({ total: 0, unread: 0 })
  })

  it('moves each mail once, says from where, and keeps all counts', async () => {
    const ids = await idsOf('inbox')
    const unread = (await held('inbox'))?.unread
    const moved = await store.move([...ids, ...ids], 'junk')
    expect(moved?.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(new Set(moved?.map(({ from }) => from))).toEqual(new Set(['inbox']))
    expect(await held('junk')).toMatchObject({ total: count, unread })
    expect(await held('inbox')).toMatchObject({ total: 0, unread: 0 })
    expect(await idsOf('junk')).toEqual(ids)
  })

  it('R9: that breaks off in the middle leaves whole pieces behind, and the same wish again does the rest', async () => {
    const ids = await idsOf('inbox')
    let pieces = 0
    const breaks = async () => {
      pieces += 1
      if (pieces === 1) throw new Error('The process ends')
    }
    await expect(removeMails(db, 1, ids, 1, breaks)).rejects.toThrow('The process ends')
    expect(await held('inbox')).toMatchObject({ total: count - pieceOfMails })
    expect(await removeMails(db, 1, ids, 1, async () => undefined)).toHaveLength(count - pieceOfMails)
    expect(await held('inbox')).toMatchObject({ total: 0, unread: 0 })
  })

  it('S27: takes a whole mailbox away in pieces', async () => {
    const row = await db.selectFrom('mailboxes').select('account_id').executeTakeFirstOrThrow()
    await store.remove((await idsOf('inbox')).slice(0, 10))
    const dropped: (readonly string[])[] = []
    const turns = await turnsOf(async () => dropped.push(await dropMailbox(db, row.account_id)))
    expect(turns).toBeGreaterThanOrEqual(1)
    expect(dropped[0]).toHaveLength(count)
    for (const table of ['mails', 'removed_mails', 'mail_folders', 'mailboxes'] as const)
      expect(await db.selectFrom(table).select('mailbox').execute(), table).toEqual([])
  })
})
