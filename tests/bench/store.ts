/** How long the embedded store takes over a full mailbox: `node --import tsx tests/bench/store.ts`. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FolderQuery, MailStore } from '../../server/mail/mail.store'
import { removeFolder } from '../support/removeFolder'
import { mails, openMailbox } from './fullMailbox'
import { median, type Row } from './row'

const pageSize = 50

/** Fills `dataDir` unless it is filled, and measures; the mailbox stays. */
export async function benchStore(dataDir: string): Promise<readonly Row[]> {
  const { store, keepNext, close } = await openMailbox(dataDir)
  try {
    return await measure(store, keepNext)
  } finally {
    await close()
  }
}

async function measure(store: MailStore, keepNext: () => Promise<void>): Promise<Row[]> {
  const page = (change: Partial<FolderQuery>) => () =>
    store.page({ folder: 'inbox', page: 1, pageSize, sort: 'date', order: 'desc', filter: 'all', ...change })
  const search =
    (keyword: string, at = 1, folder: string | null = null) =>
    () =>
      store.search({ keyword, location: 'all', folder, page: at, pageSize })
  const first = await page({})()
  const ids = (first?.list ?? []).map((mail) => mail.id)
  let opened = 0
  const many = await idsOf(store, 10_000)
  const rows: [string, number, () => Promise<unknown>, number?][] = [
    ['first page', 20, page({})],
    ['page 2,000', 20, page({ page: mails / pageSize })],
    ['unread mails, page 300', 20, page({ filter: 'unread', page: 300 })],
    ['by sender, page 1,000', 100, page({ sort: 'from', page: 1_000 })],
    ['conversations, first page', 20, page({ conversations: true })],
    ['conversations, last page', 20, page({ conversations: true, page: mails / 4 / pageSize })],
    ['flagged view, first page', 20, page({ folder: 'flag' })],
    ['folders with unread counts', 20, () => store.folders()],
    ['search 发票', 20, search('发票')],
    ['search 发票, page 50', 50, search('发票', 50)],
    ['search 发票 in a folder', 50, search('发票', 1, 'inbox')],
    ['search 项目进度 (in half of all)', 100, search('项目进度')],
    ['search invo… (in nearly all)', 100, search('invo')],
    ['open a mail', 10, () => store.open(ids[opened++ % ids.length] ?? '')],
    ['keep an arriving mail', 50, keepNext],
    [
      'mark 10,000 as read and unread',
      2_000,
      async () => {
        await store.mark(many, 'seen')
        await store.mark(many, 'unseen')
      },
      3,
    ],
    [
      'move 10,000 away and back',
      3_000,
      async () => {
        await store.move(many, 'deleted')
        await store.move(many, 'inbox')
      },
      3,
    ],
  ]
  const measured: Row[] = []
  for (const [name, budget, work, times] of rows)
    measured.push({ name: `store: ${name}`, measured: await median(work, times), budget, unit: 'ms' })
  return measured
}

async function idsOf(store: MailStore, most: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < most; page += 1) {
    const found = await store.page({ folder: 'inbox', page, pageSize: 200, sort: 'date', order: 'desc', filter: 'all' })
    ids.push(...(found?.list ?? []).map((mail) => mail.id))
  }
  return ids
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  try {
    for (const { name, measured, budget } of await benchStore(dataDir))
      console.log(`${name.padEnd(46)} ${measured.toFixed(2).padStart(9)} ms  (budget ${budget})`)
  } finally {
    await removeFolder(dataDir)
  }
}
