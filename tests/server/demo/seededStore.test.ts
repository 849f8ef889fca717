import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAccountStore } from '../../../server/adapters/embedded/accountStore'
import { createEmbeddedMailStores } from '../../../server/adapters/embedded/mailStores'
import { openSpool } from '../../../server/adapters/embedded/spool'
import { makePasswordHasher } from '../../../server/adapters/password'
import type { Account } from '../../../server/core/account'
import { linMailbox } from '../../../server/demo/linMails'
import { fillMailbox, seedDemo } from '../../../server/demo/seedDemo'
import { openMimeReader } from '../../../server/mime'
import { makeEmbeddedPlace } from '../../support/embeddedPlace'

const now = Date.parse('2026-11-20T08:00:00Z')

describe('seedDemo', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  const mime = openMimeReader()
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
  })
  afterEach(async () => {
    await mime.close()
    await place.close()
  })

  it('fills an empty store once, with mail that reads well and sign-ins that work', async () => {
    const db = place.db()
    const [accounts, hasher] = [makeAccountStore(db), await makePasswordHasher()]
    const clock = { now: () => now }
    const spool = openSpool({ db, dataDir: place.folder })
    const mailStores = createEmbeddedMailStores({ db, spool, mime, clock })
    const parts = { accounts, mailStores, hasher, domain: 'ep.test', clock }

    const signIns = await seedDemo(parts)
    expect(signIns.map((it) => [it.address, it.tier])).toEqual([
      ['lin@ep.test', 'globalEnterprise'],
      ['anna@ep.test', 'free'],
    ])
    for (const { address, password } of signIns) {
      const account = await accounts.byAddress(address)
      expect(await hasher.verify(account && (await accounts.passwordHash(account.id)), password)).toBe(true)
    }

    const lin = await accounts.byAddress('lin@ep.test')
    if (!lin) throw new Error('lin is missing')
    const inbox = await pageOf(lin, 'inbox')
    expect(inbox.map((it) => it.receivedAt)).toEqual(inbox.map((it) => it.receivedAt).toSorted((a, b) => b - a))
    expect(inbox.map((it) => it.subject)).toContain('合同修订稿 v3，请在周五评审会前确认')
    expect(inbox.every((it) => it.receivedAt < now && it.sentAt === it.receivedAt)).toBe(true)
    const folders = await mailStores.of(lin).folders()
    expect(folders.map((it) => it.name)).toEqual(expect.arrayContaining(['客户合同', '项目周报']))
    expect(folders.reduce((sum, it) => sum + it.total, 0)).toBe(linMailbox.mails.length)

    await fillMailbox(parts, lin, linMailbox)
    expect(await seedDemo(parts)).toEqual([])
    const again = await mailStores.of(lin).folders()
    expect(again).toEqual(folders)

    async function pageOf(account: Account, folder: string) {
      const query = { folder, page: 1, pageSize: 50, sort: 'date', order: 'desc', filter: 'all' } as const
      return (await mailStores.of(account).page(query))?.list ?? []
    }
  })
})
