import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores } from '#server/composition/stores'
import { readConfig } from '#server/config/readConfig'
import { checkStore } from '#server/mail/maintenance/checkStore'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { replaceFile } from '#server/mail/spool/notes/noteFiles'
import { accountsOf } from '#server/mail/spool/notes/noteFormat'
import { type DataDirPlace, makeDataDirPlace, rawMail, storeOf } from '../../support/stores/dataDirSetup'

let place: DataDirPlace
beforeEach(async () => {
  place = await makeDataDirPlace()
})
afterEach(() => place.close())

describe('a command beside a running gateway', () => {
  const opened = () => openStores(readConfig({ DATA_DIR: place.dataDir, DEMO: '0' }), { now: Date.now })
  const chen = {
    ...{ address: 'chen@ep.test', displayName: 'Chen', passwordHash: '', tier: 'free' as const },
    ...{ organization: null, dueAt: null },
  } as const
  const noted = () => readdir(accountsOf(dataPathsOf(place.dataDir).mail)).catch(() => [])

  it('R12: leaves what is due to be noted to the gateway, which notes it', async () => {
    const gateway = await opened()
    await gateway.compactNotes()
    const command = await opened()
    const account = await command.accounts.add(chen)
    await command.close()
    const due = await gateway.db.selectFrom('due_notes').select('id').execute()
    expect([due, await noted()]).toEqual([[{ id: account?.id }], []])
    await gateway.close()
    expect(await noted()).toEqual([`${account?.id}.json`])
  })

  it('R12: notes what it did where it is the only process', async () => {
    const command = await opened()
    const account = await command.accounts.add(chen)
    await command.close()
    expect(await noted()).toEqual([`${account?.id}.json`])
  })

  it('R12: replaces a file that another replaces in the same moment, and both are whole', async () => {
    const path = join(place.folder, 'note.json')
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000))
    await Promise.all(texts.map((text) => replaceFile(path, text)))
    expect(texts).toContain(await readFile(path, 'utf8'))
    expect((await readdir(place.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('R12: is not refused for a message that the gateway removes while the command looks at the store', async () => {
    const gateway = await place.open()
    await gateway.account('lin@ep.test')
    const lin = await storeOf(gateway, 'lin@ep.test')
    const source = { kind: 'bytes', bytes: Buffer.from(rawMail('mail 0')) } as const
    const { id } = await lin.append({ folder: 'draft', source, flags: {}, receivedAt: 0, key: null })
    let files = -1
    await checkStore(place.dataDir, async () => {
      await lin.remove([id])
      files = (await place.messages()).length
    })
    expect(files).toBe(0)
  })
})
