import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '#server/mail/maintenance/backup'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { removeFolder } from '#tests/support/removeFolder'
import { type DataDirPlace, deliver, listed, makeDataDirPlace, storeOf } from '#tests/support/stores/dataDirSetup'

let place: DataDirPlace
beforeEach(async () => {
  place = await makeDataDirPlace()
})
afterEach(() => place.close())

describe('parts of different age', () => {
  /** Beside the data directory: a copy of it as it was with 5 of its 10 mails. */
  async function twoAges(): Promise<string> {
    const gateway = await place.open()
    await gateway.account('lin@ep.test')
    await deliver(gateway, 0, 5)
    const old = join(place.folder, 'old')
    await backUp({ dataDir: place.dataDir, to: old })
    await deliver(gateway, 5, 5)
    await place.stop()
    await place.ageFiles()
    return old
  }
  const putDatabase = async (from: string) => {
    await place.loseDatabase()
    await cp(dataPathsOf(from).database, dataPathsOf(place.dataDir).database)
  }
  const putFiles = async (from: string) => {
    await removeFolder(dataPathsOf(place.dataDir).mail)
    await cp(dataPathsOf(from).mail, dataPathsOf(place.dataDir).mail, { recursive: true })
  }
  const subjects = async (gateway: TestGateway) =>
    (await listed(gateway, 'lin@ep.test')).flatMap(({ list }) => list.map(({ subject }) => subject))
  const all = Array.from({ length: 10 }, (_, index) => `mail ${9 - index}`)

  it('R12: an older database beside newer files is refused, and a rebuild adds what it lacks', async () => {
    await putDatabase(await twoAges())
    await expect(place.open()).rejects.toThrow(/came after the database that is there was copied/)
    expect(await place.messages()).toHaveLength(10)
    expect(await place.rebuild()).toBe('Made 0 mailboxes and 5 messages.')
    expect(await subjects(await place.open())).toEqual(all)
  })

  it('R12: a rebuild over an older database gives what both know the flags, folders and tier that were noted since', async () => {
    const gateway = await place.open()
    await gateway.account('lin@ep.test', { displayName: 'Lin' })
    const lin = await storeOf(gateway, 'lin@ep.test')
    const ids = await deliver(gateway, 0, 5)
    const folder = await lin.createFolder('Plans')
    await lin.mark(ids.slice(4), 'flagged')
    const old = join(place.folder, 'old')
    await backUp({ dataDir: place.dataDir, to: old })
    await lin.mark(ids.slice(0, 2), 'seen')
    await lin.mark(ids.slice(1, 3), 'flagged')
    await lin.mark(ids.slice(4), 'unflagged')
    await lin.noteReply(ids[3] ?? '', 'answered')
    await lin.renameFolder(folder?.id ?? '', { name: 'Projects' })
    await lin.move(ids.slice(1, 3), folder?.id ?? '')
    await lin.move(ids.slice(3, 4), 'deleted')
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(account?.id ?? '', { tier: 'globalEnterprise', locked: true })
    await deliver(gateway, 5, 1)
    const before = [await listed(gateway, 'lin@ep.test'), await lin.folders()]
    await place.stop()
    await putDatabase(old)
    expect(await place.rebuild()).toBe('Made 0 mailboxes and 1 messages.')
    expect(await place.rebuild()).toBe('Made 0 mailboxes and 0 messages.')
    const again = await place.open()
    expect([await listed(again, 'lin@ep.test'), await (await storeOf(again, 'lin@ep.test')).folders()]).toEqual(before)
    expect(await again.stores.accounts.byAddress('lin@ep.test')).toMatchObject({
      ...{ tier: 'globalEnterprise', locked: true, displayName: 'Lin' },
    })
  })

  it('R12: a newer database beside older files is refused, and a rebuild takes it as it is', async () => {
    await putFiles(await twoAges())
    await expect(place.open()).rejects.toThrow(/holds none of the message files that the database refers to/)
    expect(await place.rebuild()).toBe('Made 0 mailboxes and 0 messages.')
    expect(await subjects(await place.open())).toEqual(all)
    expect(await place.messages()).toHaveLength(5)
  })

  it('R12: a database without any files is refused', async () => {
    await twoAges()
    await removeFolder(dataPathsOf(place.dataDir).mail)
    await expect(place.open()).rejects.toThrow(/holds none of the message files/)
  })

  it('R12: the database of another installation is refused', async () => {
    await twoAges()
    const mine = join(place.folder, 'mine')
    await cp(place.dataDir, mine, { recursive: true })
    await removeFolder(place.dataDir)
    await (await place.open()).account('lin@ep.test')
    await place.stop()
    const other = join(place.folder, 'other')
    await cp(place.dataDir, other, { recursive: true })
    await putFiles(mine)
    await expect(place.open()).rejects.toThrow(/of another database/)
  })

  it('both older, as a backup has them, start with what they hold', async () => {
    const old = await twoAges()
    await removeFolder(place.dataDir)
    await cp(old, place.dataDir, { recursive: true })
    expect(await subjects(await place.open())).toEqual(all.slice(5))
    await place.stop()
    await place.loseDatabase()
    expect(await place.rebuild()).toMatch(/^Made 1 mailboxes and 5 messages\./)
  })

  it('both newer start with all that they hold, also after a crash between file, row and note', async () => {
    await twoAges()
    const gateway = await place.open()
    await gateway.stores.spool.put(Buffer.from('a file without a row'), 100)
    await deliver(gateway, 10, 1)
    // As a kill -9 leaves it: nothing was flushed at the end.
    await cp(place.dataDir, join(place.folder, 'killed'), { recursive: true })
    await place.stop()
    await removeFolder(place.dataDir)
    await cp(join(place.folder, 'killed'), place.dataDir, { recursive: true })
    expect(await subjects(await place.open())).toEqual(['mail 10', ...all])
    expect(await place.messages()).toHaveLength(12)
  })
})
