import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MailStore } from '../../server/mail/mail.store'
import { openMimeReader } from '../../server/mime'
import { owner, pageOf, subjectsOf } from '../server/conformance/mail/mailbox'
import { newMail } from '../server/conformance/mail/mailMessage'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { type Lab, startLab } from './lab'
import { names } from './lab/env'
import { subjectsIn, within } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

async function opened(): Promise<{ lin: MailStore; place: ImapPlace }> {
  place = await makeImapPlace(mime)
  return { lin: place.store.of(owner('lin')), place }
}

async function filled(lin: MailStore, subjects: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const subject of subjects) ids.push((await lin.append(newMail({ subject }))).id)
  return ids
}

describe('changes on an IMAP server', () => {
  it('R11: leaves out what another client moved or expunged meanwhile', async () => {
    const { lin, place } = await opened()
    const [one = '', two = '', three = ''] = await filled(lin, ['one', 'two', 'three'])
    await within(place.user('lin'), 'INBOX', (client) => client.messageDelete('1', { uid: true }))
    expect(await lin.mark([one, two], 'seen')).toBe(1)
    expect((await lin.move([one, two], 'junk'))?.map(({ id }) => id)).toEqual([two])
    expect(await lin.remove([one, two, three])).toEqual([three])
    expect(await subjectsIn(place.user('lin'), 'Junk')).toEqual(['two'])
  })

  it('R10: changes nothing by ids of another UIDVALIDITY', async () => {
    const { lin, place } = await opened()
    const folder = await lin.createFolder('Own')
    const { id } = await lin.append(newMail({ subject: 'old' }, { folder: folder?.id ?? '' }))
    await within(place.user('lin'), 'INBOX', async (client) => {
      await client.mailboxDelete('Own')
      await client.mailboxCreate('Own')
      await client.append('Own', 'Subject: new\r\n\r\nnew')
    })
    const validityOf = (one = '') => one.split('.').at(-2)
    expect(validityOf((await pageOf(lin, { folder: folder?.id ?? '' })).list[0]?.id)).not.toBe(validityOf(id))
    expect(await lin.mark([id], 'flagged')).toBe(0)
    expect(await lin.move([id], 'deleted')).toEqual([])
    expect(await lin.remove([id])).toEqual([])
    await lin.noteReply(id, 'answered')
    expect((await pageOf(lin, { folder: folder?.id ?? '' })).list).toMatchObject([
      { subject: 'new', answered: false, flagged: false },
    ])
  })

  it('leaves mails that another client has marked as deleted where they are', async () => {
    const { lin, place } = await opened()
    const [one = '', two = ''] = await filled(lin, ['one', 'two', 'three'])
    await within(place.user('lin'), 'INBOX', (client) => client.messageFlagsAdd('3', ['\\Deleted'], { uid: true }))
    expect(await lin.remove([one])).toEqual([one])
    expect(await lin.move([two], 'junk')).toHaveLength(1)
    expect(await subjectsIn(place.user('lin'), 'INBOX')).toEqual(['three'])
  })

  it('marks 500 mails at once, and counts those that changed', async () => {
    const { lin, place } = await opened()
    await lin.append(newMail())
    await within(place.user('lin'), 'INBOX', async (client) => {
      for (let copies = 1; copies < 512; copies *= 2) await client.messageCopy('1:*', 'INBOX')
    })
    const ids = (await pageOf(lin, { pageSize: 500 })).list.map(({ id }) => id)
    expect(await lin.mark(ids, 'seen')).toBe(500)
    expect(await lin.mark(ids, 'seen')).toBe(0)
    expect(await lin.mark({ folder: 'inbox' }, 'seen')).toBe(12)
  })
})

/** Servers that can less: what is missing is made up for with what they have. */
describe('changes on poor IMAP servers', () => {
  let lab: Lab
  const before = { ...process.env }
  beforeAll(async () => {
    lab = await startLab({ postfix: false, postgres: false })
    process.env[names.imapPort] = lab.env[names.imapPort]
    process.env[names.folder] = lab.env[names.folder]
  })
  afterAll(async () => {
    process.env[names.imapPort] = before[names.imapPort]
    process.env[names.folder] = before[names.folder]
    await lab.stop()
  })

  it.each(['IMAP4rev1 NAMESPACE LITERAL+ UIDPLUS', 'IMAP4rev1 NAMESPACE'])(
    'moves, removes and appends with no more than %s',
    async (capability) => {
      await lab.playPoorServer(capability)
      const { lin, place } = await opened()
      const user = place.user('lin')
      const [one = '', two = '', three = ''] = await filled(lin, ['one', 'two', 'three', 'four'])
      await within(user, 'INBOX', (client) => client.messageFlagsAdd('4', ['\\Deleted'], { uid: true }))
      const moved = (await lin.move([one, two], 'junk')) ?? []
      expect(moved.map(({ id }) => id)).toEqual([one, two])
      const summaries = await lin.summaries(moved.map(({ newId }) => newId))
      expect(summaries.map(({ subject }) => subject)).toEqual(['one', 'two'])
      expect(await lin.remove([three])).toEqual([three])
      expect(await subjectsIn(user, 'INBOX')).toEqual(['four'])
      expect(await within(user, 'INBOX', (client) => client.search({ deleted: true }, { uid: true }))).toEqual([4])
      const kept = await lin.append(newMail({ subject: 'five' }, { key: 'five' }))
      expect(await lin.append(newMail({ subject: 'five' }, { key: 'five' }))).toEqual({ id: kept.id, isNew: false })
      expect(await subjectsOf(lin)).toContain('five')
      await expect(pageOf(lin, { sort: 'subject' })).rejects.toMatchObject({ code: 'serverCannot' })
    },
  )
})
