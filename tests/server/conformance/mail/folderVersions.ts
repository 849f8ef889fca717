import { describe, expect, it } from 'vitest'
import type { MailStores } from '#server/mail/mail.store'
import { eachTest, type MakeSubject } from '../subject'
import { owner } from './mailbox'
import { newMail } from './mailMessage'

/** How every mail store tells when a list may have become another one. */
export function folderVersionsConform(name: string, make: MakeSubject<MailStores>): void {
  describe(`folder versions: ${name}`, () => {
    const subject = eachTest(make)
    const lin = () => subject.current().store.of(owner('lin'))
    const add = async (folder = 'inbox') => (await lin().append(newMail({ subject: 'Hello' }, { folder }))).id
    const versionOf = async (folder: string) => {
      const version = await lin().version(folder)
      if (version === null) throw new Error(`${folder} has no version`)
      return version
    }

    it.each(['inbox', 'sent'])('stays while nothing changes, and reading changes nothing: %s', async (folder) => {
      const id = await add(folder)
      const before = await versionOf(folder)
      await lin().open(id)
      await lin().page({ folder, page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' })
      await lin().folders()
      expect(await versionOf(folder)).toBe(before)
    })

    it.each(['inbox', 'sent'])('is another one after every kind of change: %s', async (folder) => {
      const seen = new Set<string>()
      const note = async () => seen.add(await versionOf(folder))
      const id = await add(folder)
      await note()
      const other = await add(folder)
      await note()
      await lin().mark([id], 'seen')
      await note()
      await lin().mark([id], 'unseen')
      await note()
      await lin().mark({ folder }, 'flagged')
      await note()
      await lin().noteReply(id, 'answered')
      await note()
      await lin().replace(other, newMail({ subject: 'Another' }, { folder }))
      await note()
      await lin().move([id], 'deleted')
      await note()
      await lin().emptyFolder(folder, null)
      await note()
      expect(seen.size).toBe(9)
    })

    it('is another one where a mail went and another came', async () => {
      const id = await add('sent')
      const before = await versionOf('sent')
      await lin().remove([id])
      await add('sent')
      expect(await versionOf('sent')).not.toBe(before)
    })

    it('is none for a folder that is not there', async () => {
      expect(await lin().version('none')).toBeNull()
      expect(await lin().version('scheduled')).toBeNull()
    })
  })
}
