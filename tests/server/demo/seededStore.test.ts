import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#server/core/account'
import { annaMailbox } from '#server/demo/annaMails'
import { linMailbox } from '#server/demo/linMails'
import { fillMailbox, seedDemo } from '#server/demo/seedDemo'
import type { MailStores } from '#server/mail/mail.store'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { openMimeReader } from '#server/mime'
import { makeAccountStore } from '#server/session/account.sql'
import { makePasswordHasher } from '#server/session/password/passwordHasher.argon2'
import { makeEmbeddedPlace } from '../../support/stores/embeddedSetup'

const person = {
  address: 'wang@ep.test',
  displayName: '王丽',
  tier: 'soho',
  organization: null,
  dueAt: null,
} as const

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

  async function makeParts() {
    const db = place.db()
    const clock = { now: () => now }
    const spool = openSpool({ db, dataDir: place.folder })
    const mailStores = createEmbeddedMailStores({ db, spool, mime, clock })
    return { accounts: makeAccountStore(db), mailStores, hasher: await makePasswordHasher(), domain: 'ep.test', clock }
  }

  it('fills an empty store once, with mail that reads well and sign-ins that work', async () => {
    const parts = await makeParts()
    const { accounts, hasher, mailStores } = parts
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
  it.each([3, 20])('finishes what broke off after %i mails, and opens no mailbox before', async (most) => {
    const parts = await makeParts()
    const { accounts, hasher, mailStores } = parts
    let kept = 0
    const breaking: MailStores = {
      ...mailStores,
      of: (account) => {
        const store = mailStores.of(account)
        return {
          ...store,
          append: (mail) => (kept++ < most ? store.append(mail) : Promise.reject(new Error('the process ended'))),
        }
      },
    }
    await expect(seedDemo({ ...parts, mailStores: breaking })).rejects.toThrow('the process ended')
    for (const { id } of await accounts.all()) expect(await accounts.passwordHash(id)).toBe('')
    await accounts.add({ ...person, passwordHash: 'hers' })

    const signIns = await seedDemo(parts)
    expect(signIns.map((it) => it.address)).toEqual(['lin@ep.test', 'anna@ep.test'])
    for (const [index, mailbox] of [linMailbox, annaMailbox].entries()) {
      const account = await accounts.byAddress(`${mailbox.local}@ep.test`)
      if (!account) throw new Error(`${mailbox.local} is missing`)
      const proven = await hasher.verify(await accounts.passwordHash(account.id), signIns[index]?.password ?? '')
      expect(proven).toBe(true)
      const folders = await mailStores.of(account).folders()
      expect(folders.reduce((sum, it) => sum + it.total, 0)).toBe(mailbox.mails.length)
    }
    expect(await seedDemo(parts)).toEqual([])
  })

  it('lets nobody in while a mailbox has no password yet', async () => {
    const { hasher } = await makeParts()
    expect(await hasher.verify('', '')).toBe(false)
  })
})
