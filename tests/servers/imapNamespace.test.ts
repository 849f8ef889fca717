/** A server whose folders stand under `INBOX.`, as Courier's and many a provider's do: the inbox itself is outside of that. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { foldersConform } from '../server/conformance/mail/folders'
import { owner, pageOf, subjectsOf } from '../server/conformance/mail/mailbox'
import { newMail } from '../server/conformance/mail/mailMessage'
import { mailStoresConform } from '../server/conformance/mail/mailStores'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { type Lab, startLab } from './lab'
import { names } from './lab/env'
import { imapOf, subjectsIn } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
const before = { ...process.env }
let lab: Lab
beforeAll(async () => {
  lab = await startLab({ postfix: false, postgres: false, namespace: { separator: '.', prefix: 'INBOX.' } })
  process.env[names.imapPort] = lab.env[names.imapPort]
  process.env[names.folder] = lab.env[names.folder]
})
afterAll(async () => {
  process.env[names.imapPort] = before[names.imapPort]
  process.env[names.folder] = before[names.folder]
  await lab.stop()
  await mime.close()
})

mailStoresConform('folders under INBOX.', () => makeImapPlace(mime), {
  undoKeepsPlace: false,
})
foldersConform('folders under INBOX.', () => makeImapPlace(mime))

describe('folders under INBOX.', () => {
  let place: ImapPlace
  afterEach(() => place.close())

  it('lists, opens, moves, finds, polls and files like any other', async () => {
    place = await makeImapPlace(mime)
    const [lin, user] = [place.store.of(owner('lin')), place.user('lin')]
    const cursor = await lin.cursor()
    const { id } = await lin.append(newMail({ subject: 'one' }))
    expect((await lin.arrivals(cursor, 5)).newest.map(({ subject }) => subject)).toEqual(['one'])
    expect((await lin.open(id))?.parsed.subject).toBe('one')
    expect((await lin.search({ keyword: 'one', location: 'all', folder: null, page: 1, pageSize: 5 }))?.total).toBe(1)
    const work = (await lin.createFolder('Work'))?.id ?? ''
    const [moved] = (await lin.move([id], work)) ?? []
    expect(await subjectsIn(user, 'INBOX.Work')).toEqual(['one'])
    expect(await pageOf(lin)).toMatchObject({ total: 0 })
    await lin.move([moved?.newId ?? ''], 'inbox')
    expect(await subjectsOf(lin)).toEqual(['one'])
    for (const folder of ['sent', 'draft']) await lin.append(newMail({ subject: folder }, { folder }))
    expect(await subjectsIn(user, 'INBOX.Sent')).toEqual(['sent'])
    expect(await subjectsIn(user, 'INBOX.Drafts')).toEqual(['draft'])
    expect((await lin.folders()).find((folder) => folder.id === 'inbox')).toMatchObject({ total: 1, parent: null })
  })

  it('opens through one gateway what another one and another client make', async () => {
    place = await makeImapPlace(mime)
    const [lin, user] = [place.store.of(owner('lin')), place.user('lin')]
    const other = (await place.another()).of(owner('lin'))
    await Promise.all([lin.folders(), other.folders()])
    const work = (await lin.createFolder('Work'))?.id ?? ''
    expect(await pageOf(other, { folder: work })).toMatchObject({ total: 0 })
    const client = await imapOf(user)
    await client.mailboxCreate('INBOX.Made')
    await client.logout()
    const made = (await other.folders()).find(({ name }) => name === 'Made')?.id ?? ''
    expect(await pageOf(other, { folder: made })).toMatchObject({ total: 0 })
    expect(await pageOf(lin, { folder: made })).toMatchObject({ total: 0 })
  })
})
