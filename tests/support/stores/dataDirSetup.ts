/** A gateway over a data directory of a test's own, whose parts can be taken away or be of different age. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRebuild } from '#server/cli/rebuildCommand'
import { readConfig } from '#server/config/readConfig'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { makeTestGateway, type TestGateway } from '../gateway/gateway'
import { removeFolder } from '../removeFolder'

const day = 24 * 3_600_000

export type DataDirPlace = Awaited<ReturnType<typeof makeDataDirPlace>>

const idOf = (subject: string) => `<${subject.replace(' ', '-')}@example.cn>`
/** `mail 1` answers `mail 0`. */
export const rawMail = (subject: string) => `From: w@example.cn
To: lin@ep.test
Subject: ${subject}
Message-ID: ${idOf(subject)}${subject === 'mail 1' ? `\nIn-Reply-To: ${idOf('mail 0')}` : ''}

Text of ${subject}
`

export async function storeOf(place: TestGateway, address: string) {
  const account = await place.stores.accounts.byAddress(address)
  if (account === null) throw new Error(`No account ${address}`)
  return place.stores.mailStores.of(account)
}

export async function deliver(place: TestGateway, from: number, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = from; index < from + count; index++)
    ids.push(await place.deliver('lin@ep.test', rawMail(`mail ${index}`)))
  return ids
}

/** Every folder of a mailbox by its path, with its mails in order. */
export async function listed(place: TestGateway, address: string) {
  const store = await storeOf(place, address)
  const folders = await store.folders()
  const pathOf = (id: string | null): string => {
    const found = folders.find((it) => it.id === id)
    return found ? `${pathOf(found.parent)}/${found.name}` : ''
  }
  const all = await Promise.all(
    folders.map(async ({ id }) => {
      const asked = { folder: id, page: 1, pageSize: 200, sort: 'date', order: 'desc', filter: 'all' } as const
      const list = (await store.page(asked))?.list ?? []
      // A conversation's name is made from its mailbox's number, which no screen shows.
      return { path: pathOf(id), list: list.map((it) => ({ ...it, threadId: it.threadId !== null })) }
    }),
  )
  return all.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

export async function makeDataDirPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const dataDir = join(folder, 'data')
  let gateway: TestGateway | null = null

  const open = async (): Promise<TestGateway> => {
    gateway = await makeTestGateway({ dataDir, now: Date.now() })
    return gateway
  }
  const stop = async () => {
    await gateway?.close()
    gateway = null
  }
  const messages = async (): Promise<readonly string[]> => {
    const names = await readdir(dataPathsOf(dataDir).mail, { recursive: true }).catch(() => [])
    return names.filter((name) => name.endsWith('.eml'))
  }

  return {
    folder,
    dataDir,
    open,
    stop,
    /** Names of the message files. */
    messages,
    /** As if they had lain there for two days. */
    ageFiles: async () => {
      const old = new Date(Date.now() - 2 * day)
      for (const name of await messages()) await utimes(join(dataPathsOf(dataDir).mail, name), old, old)
    },
    loseDatabase: async () => {
      for (const end of ['', '-wal', '-shm']) await rm(dataPathsOf(dataDir).database + end, { force: true })
    },
    rebuild: (into?: string) => runRebuild(readConfig({ DATA_DIR: dataDir, DEMO: '0' }), { words: [], into }),
    close: async () => {
      await stop()
      await removeFolder(folder)
    },
  }
}
