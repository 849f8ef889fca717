/** What `remove` and `unlock` leave behind: nothing. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccountCommandDeps, runAccountCommand } from '#server/cli/accountCommand'
import { openMessageNotes } from '#server/mail/spool/notes/messageNotes'
import { readNotes } from '#server/mail/spool/notes/noteFiles'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const entry = {
  id: 'e1',
  idempotencyKey: 'k1',
  contentHash: 'h',
  from: 'lin@ep.test',
  subject: 'on its way',
  saveToSent: true,
  createdAt: 1,
  notBefore: 1,
  recipients: [{ address: 'wang@elsewhere.example', local: false }],
  draftId: null,
  answers: null,
  sealedSecret: null,
}

describe('the account command beside a gateway', () => {
  let gateway: TestGateway
  let parts: AccountCommandDeps
  beforeEach(async () => {
    gateway = await makeTestGateway({ env: { CAPTCHA_AFTER_PER_ACCOUNT: '5' } })
    parts = { ...gateway.stores, mailDomains: ['ep.test'] }
  })
  afterEach(() => gateway.close())

  const signIn = async (password: string) => {
    const form = new URLSearchParams({ username: 'lin@ep.test', password, timezone: 'Asia/Shanghai' }).toString()
    const { body } = await gateway.handle({
      method: 'POST',
      path: '/webmail/login/loginService.action',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Readable.from([Buffer.from(form)]),
    })
    return String(body)
  }

  const filesBelow = async (folder: string) => {
    const found = await readdir(join(gateway.config.dataDir, folder), { recursive: true, withFileTypes: true })
    return found.filter((it) => it.isFile()).map((it) => it.name)
  }

  /** Ids of messages whose last note names the account. */
  const mailsNotedOf = async (account: string) => {
    const root = join(gateway.config.dataDir, 'mail')
    const found: string[] = []
    for (const shard of await readdir(root)) {
      const { last } = await readNotes(join(root, shard))
      for (const note of last.values()) if (note.mails.some((it) => it.account === account)) found.push(note.message)
    }
    return found
  }

  it('S19: unlock gives a mailbox that wrong passwords shut its tries back', async () => {
    await gateway.account('lin@ep.test')
    for (let tries = 0; tries < 5; tries++) await signIn('Wr0ngword!')
    expect(await signIn('Passw0rd!a')).toContain('007')
    await runAccountCommand(parts, { words: ['unlock', 'Lin@ep.test'] })
    expect(await signIn('Passw0rd!a')).toContain('"000"')
  })

  it('remove takes mail, waiting sends, uploads and sessions along, in rows and in files', async () => {
    const lin = await gateway.account('lin@ep.test')
    await gateway.account('anna@ep.test')
    await gateway.deliver('lin@ep.test', 'Subject: mine\n\nhello')
    await gateway.deliver('anna@ep.test', 'Subject: hers\n\nhello')
    const { outbox, uploads, spool, sessions, accounts } = gateway.stores
    const message = await spool.put(Buffer.from('Subject: on its way\r\n\r\n'), 1_000)
    await outbox.add({ ...entry, accountId: lin.id, spool: message.id })
    const upload = await uploads.start(lin.id, { name: 'a.txt', type: 'text/plain', size: 3, cid: null }, 1, 2 ** 40)
    await sessions.open('t1', {
      accountId: lin.id,
      username: lin.address,
      timezone: 'Asia/Shanghai',
      createdAt: 1,
      expiresAt: Number.MAX_SAFE_INTEGER,
      sealedSecret: null,
      isKept: true,
    })

    await runAccountCommand(parts, { words: ['remove', 'lin@ep.test'], yes: true })

    expect((await accounts.all()).map((it) => it.address)).toEqual(['anna@ep.test'])
    expect(await outbox.find(lin.id, 'e1')).toBeNull()
    expect(await outbox.nextDue()).toBeNull()
    expect(await uploads.find(lin.id, upload.id)).toBeNull()
    expect(await sessions.find('t1', 2)).toBeNull()
    expect(await filesBelow('uploads')).toEqual([])
    const messages = (await filesBelow('mail')).filter((name) => name.endsWith('.eml'))
    expect(messages).toHaveLength(1)
    const remaining = (await accounts.all()).map(({ id }) => `${id}.json`)
    // A note that the gateway itself was writing meanwhile is corrected by the next one.
    await vi.waitFor(async () => {
      await openMessageNotes(gateway.stores.db, gateway.config.dataDir).flush()
      expect(await filesBelow('mail/accounts')).toEqual(remaining)
    })
    expect(await mailsNotedOf(lin.id)).toEqual([])
  })

  it('S20: remove blocks the name of an account that its owner had closed, and of no other', async () => {
    const { closings, registrations } = gateway.stores
    const lin = await gateway.account('lin@ep.test')
    await gateway.account('anna@ep.test')
    await closings.close(lin.id, gateway.clock.now() + 1)
    for (const address of ['lin@ep.test', 'anna@ep.test'])
      await runAccountCommand(parts, { words: ['remove', address], yes: true })
    expect([...(await registrations.takenOf(['lin@ep.test', 'anna@ep.test']))]).toEqual(['lin@ep.test'])
  })

  it('remove that breaks off has shut the mailbox, and is finished by asking again', async () => {
    const lin = await gateway.account('lin@ep.test')
    const broken = { ...parts, deleteAccountData: () => Promise.reject(new Error('the process ended')) }
    const wanted = { words: ['remove', 'lin@ep.test'], yes: true }
    await expect(runAccountCommand(broken, wanted)).rejects.toThrow('the process ended')
    expect(await gateway.stores.accounts.byId(lin.id)).toMatchObject({ locked: true })
    await runAccountCommand(parts, wanted)
    expect(await gateway.stores.accounts.all()).toEqual([])
  })
})
