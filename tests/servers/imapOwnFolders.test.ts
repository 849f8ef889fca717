import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { foldersConform } from '../server/conformance/mail/folders'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { newMail } from '../server/conformance/mail/mailMessage'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { within } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

foldersConform('Dovecot', () => makeImapPlace(mime))

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

async function opened() {
  place = await makeImapPlace(mime)
  return { lin: place.store.of(owner('lin')), user: place.user('lin') }
}

describe('own folders on an IMAP server', () => {
  it('keeps the subscriptions that other clients go by', async () => {
    const { lin, user } = await opened()
    const work = await lin.createFolder('Work')
    await lin.createFolder('Alpha', work?.id ?? '')
    const subscribed = () =>
      within(user, 'INBOX', async (client) =>
        (await client.list()).filter((one) => one.subscribed).map((one) => one.path),
      )
    expect(await subscribed()).toEqual(expect.arrayContaining(['Work', 'Work/Alpha']))
    const [renamed] = (await lin.renameFolder(work?.id ?? '', { name: '项目' })) ?? []
    expect(await subscribed()).toEqual(expect.arrayContaining(['项目', '项目/Alpha']))
    expect(await subscribed()).not.toContain('Work')
    await lin.removeFolder(renamed?.newId ?? '', 'deleted')
    expect(await subscribed()).not.toContain('项目')
  })

  it('R10: takes mails by their old ids nowhere once another folder bears the old name', async () => {
    const { lin } = await opened()
    const work = await lin.createFolder('Work')
    const { id } = await lin.append(newMail({ subject: 'first' }, { folder: work?.id ?? '' }))
    const [renamed] = (await lin.renameFolder(work?.id ?? '', { name: 'Former' })) ?? []
    await lin.createFolder('Work')
    await lin.append(newMail({ subject: 'second' }, { folder: work?.id ?? '' }))
    expect(await lin.summaries([id])).toEqual([])
    expect(await lin.remove([id])).toEqual([])
    expect((await pageOf(lin, { folder: renamed?.newId ?? '' })).list).toMatchObject([{ subject: 'first' }])
  })

  it('makes no folder whose name holds the delimiter', async () => {
    const { lin } = await opened()
    await expect(lin.createFolder('a/b')).rejects.toMatchObject({ code: 'folderNameInvalid' })
    const folder = await lin.createFolder('ab')
    await expect(lin.renameFolder(folder?.id ?? '', { name: 'a/b' })).rejects.toMatchObject({
      code: 'folderNameInvalid',
    })
  })

  it('leaves a folder that another client has removed meanwhile, and says so', async () => {
    const { lin, user } = await opened()
    const work = await lin.createFolder('Work')
    await within(user, 'INBOX', async (client) => {
      await client.mailboxDelete('Work')
    })
    await expect(lin.renameFolder(work?.id ?? '', { name: 'New' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(lin.removeFolder(work?.id ?? '', 'deleted')).rejects.toMatchObject({ code: 'notFound' })
  })
})
