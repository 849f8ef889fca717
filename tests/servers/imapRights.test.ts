/** Folders that their owner may look at and not change (ACL): what cannot be done is said, and nothing is half done. */
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../server/core/refusal'
import { openMimeReader } from '../../server/mime'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { type Lab, startLab } from './lab'
import { mailOwner } from './lab/dovecot'
import { names } from './lab/env'
import { fill, imapOf, subjectsIn } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
const before = { ...process.env }
let lab: Lab
let place: ImapPlace
beforeAll(async () => {
  lab = await startLab({ postfix: false, postgres: false, acl: true })
  process.env[names.imapPort] = lab.env[names.imapPort]
  process.env[names.folder] = lab.env[names.folder]
})
afterEach(() => place.close())
afterAll(async () => {
  process.env[names.imapPort] = before[names.imapPort]
  process.env[names.folder] = before[names.folder]
  await lab.stop()
  await mime.close()
})

it('neither takes mail out of a folder that can only be read, nor puts any into it', async () => {
  const faults: string[] = []
  place = await makeImapPlace(mime, ['lin'], { report: ({ what, code }) => faults.push(`${what} ${code}`) })
  const [lin, user] = [place.store.of(owner('lin')), place.user('lin')]
  const client = await imapOf(user)
  await client.mailboxCreate('Shared')
  await client.logout()
  await fill(user, 'Shared', [{ subject: 'theirs' }])
  await fill(user, 'INBOX', [{ subject: 'mine' }])
  const rights = join(user.maildir, '.Shared', 'dovecot-acl')
  await writeFile(rights, 'owner lr\n')
  await chown(rights, mailOwner, mailOwner)
  const shared = (await lin.folders()).find(({ name }) => name === 'Shared')?.id ?? ''
  const theirs = (await pageOf(lin, { folder: shared })).list.map(({ id }) => id)
  const mine = (await pageOf(lin)).list.map(({ id }) => id)
  expect(theirs).toHaveLength(1)
  const cannot = new Refusal('serverCannot')
  await expect(lin.move(theirs, 'junk')).rejects.toThrow(cannot)
  await expect(lin.remove(theirs)).rejects.toThrow(cannot)
  await expect(lin.emptyFolder(shared, null)).rejects.toThrow(cannot)
  await expect(lin.emptyFolder(shared, 'deleted')).rejects.toThrow(cannot)
  await expect(lin.mark(theirs, 'flagged')).rejects.toThrow(cannot)
  await expect(lin.move(mine, shared)).rejects.toThrow(cannot)
  expect(faults).toEqual([])
  expect(await subjectsIn(user, 'Shared')).toEqual(['theirs'])
  expect(await subjectsIn(user, 'INBOX')).toEqual(['mine'])
  expect(await subjectsIn(user, 'Junk')).toEqual([])
})
