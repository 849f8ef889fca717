import { describe, expect, it } from 'vitest'
import type { MailStore, MailStores } from '#server/mail/mail.store'
import { eachTest, type MakeSubject } from '../subject'
import { folderCounts, owner, pageOf, subjectsOf } from './mailbox'
import { newMail } from './mailMessage'

/** What every mail store does with the folders that a person makes. */
export function foldersConform(name: string, make: MakeSubject<MailStores>): void {
  describe(`folders: ${name}`, () => {
    const subject = eachTest(make)
    const lin = () => subject.current().store.of(owner('lin'))
    const chen = () => subject.current().store.of(owner('chen'))
    const made = async (name: string, parent: string | null = null, store: MailStore = lin()): Promise<string> => {
      const folder = await store.createFolder(name, parent)
      if (folder === null) throw new Error(`${name} is taken`)
      return folder.id
    }
    const fill = async (folder: string, subjects: readonly string[]) => {
      for (const subject of subjects) await lin().append(newMail({ subject }, { folder }))
    }
    const own = async () => {
      const folders = await lin().folders()
      const nameOf = (id: string | null) => folders.find((one) => one.id === id)?.name ?? null
      return Object.fromEntries(folders.map(({ name, parent }) => [name, nameOf(parent)]))
    }

    it('makes a folder within another, where its name is free', async () => {
      const work = await made('Work')
      const alpha = await made('Alpha', work)
      expect((await lin().folders()).find(({ id }) => id === alpha)).toMatchObject({ name: 'Alpha', parent: work })
      expect(await lin().createFolder('ALPHA', work)).toBeNull()
      expect(await made('Alpha')).not.toBe(alpha)
      await expect(lin().createFolder('Beta', 'absent')).rejects.toMatchObject({
        code: 'notFound',
        detail: { field: 'parent' },
      })
      await expect(lin().createFolder('Beta', 'inbox')).rejects.toMatchObject({ code: 'notFound' })
    })

    it('renames a folder with its mail and what stands in it', async () => {
      const work = await made('Work')
      const alpha = await made('Alpha', work)
      await fill(work, ['one'])
      await fill(alpha, ['two'])
      const renamed = (await lin().renameFolder(work, { name: '客户 "甲"' })) ?? []
      expect(renamed.map(({ id }) => id)).toEqual([work, alpha])
      const [now, below] = renamed.map(({ newId }) => newId)
      expect(await own()).toMatchObject({ '客户 "甲"': null, Alpha: '客户 "甲"' })
      expect(await subjectsOf(lin(), { folder: now ?? '' })).toEqual(['one'])
      expect(await subjectsOf(lin(), { folder: below ?? '' })).toEqual(['two'])
      expect(await own()).not.toHaveProperty('Work')
      expect(await made('Work')).toBeTruthy()
    })

    it('refuses a name that is taken there, and takes the same one in another case', async () => {
      const work = await made('Work')
      await made('Play')
      expect(await lin().renameFolder(work, { name: 'pLAY' })).toBeNull()
      expect(await lin().renameFolder(work, { name: 'Inbox' })).toBeNull()
      expect(await lin().createFolder('INBOX')).toBeNull()
      expect(await lin().renameFolder(work, { name: 'WORK' })).toHaveLength(1)
      expect(await own()).toMatchObject({ WORK: null, Play: null })
      await expect(lin().renameFolder('absent', { name: 'x' })).rejects.toMatchObject({ code: 'notFound' })
      await expect(lin().renameFolder('inbox', { name: 'x' })).rejects.toMatchObject({ code: 'notFound' })
    })

    it('puts a folder into another and back, but never into itself', async () => {
      const work = await made('Work')
      const play = await made('Play')
      await fill(play, ['one'])
      const [moved] = (await lin().renameFolder(play, { name: 'Games', parent: work })) ?? []
      expect(await own()).toMatchObject({ Work: null, Games: 'Work' })
      const games = moved?.newId ?? ''
      expect(await subjectsOf(lin(), { folder: games })).toEqual(['one'])
      for (const parent of [work, games])
        await expect(lin().renameFolder(work, { name: 'Work', parent })).rejects.toMatchObject({
          code: 'notAllowed',
          detail: { field: 'parent' },
        })
      await expect(lin().renameFolder(work, { name: 'Work', parent: 'absent' })).rejects.toMatchObject({
        code: 'notFound',
      })
      await lin().renameFolder(games, { name: 'Games', parent: null })
      expect(await own()).toMatchObject({ Work: null, Games: null })
    })

    it('removes a folder with all beneath it once their mail lies in the target', async () => {
      const work = await made('Work')
      const alpha = await made('Alpha', work)
      const play = await made('Play')
      await fill(work, ['one', 'two'])
      await fill(alpha, ['three'])
      for (const target of [work, alpha])
        await expect(lin().removeFolder(work, target)).rejects.toMatchObject({ code: 'notAllowed' })
      await expect(lin().removeFolder(work, 'absent')).rejects.toMatchObject({ code: 'notFound' })
      expect(await folderCounts(lin(), work)).toEqual({ total: 2, unread: 2 })
      const gone = await lin().removeFolder(work, play)
      expect(gone.moved).toBe(3)
      expect([...gone.removed].toSorted()).toEqual([work, alpha].toSorted())
      expect((await subjectsOf(lin(), { folder: play })).toSorted()).toEqual(['one', 'three', 'two'])
      expect(Object.keys(await own())).not.toContain('Alpha')
      expect((await lin().removeFolder(play, 'deleted')).moved).toBe(3)
      expect(await folderCounts(lin(), 'deleted')).toEqual({ total: 3, unread: 3 })
      await expect(lin().removeFolder('inbox', 'deleted')).rejects.toMatchObject({ code: 'notFound' })
      await expect(lin().removeFolder(work, 'deleted')).rejects.toMatchObject({ code: 'notFound' })
    })

    it('empties a folder for good or into another', async () => {
      await fill('junk', ['one', 'two'])
      await fill('inbox', ['kept'])
      expect(await lin().emptyFolder('junk', null)).toBe(2)
      expect((await pageOf(lin(), { folder: 'junk' })).total).toBe(0)
      const work = await made('Work')
      await fill(work, ['three'])
      expect(await lin().emptyFolder(work, 'deleted')).toBe(1)
      expect(await subjectsOf(lin(), { folder: 'deleted' })).toEqual(['three'])
      expect(await lin().emptyFolder(work, 'deleted')).toBe(0)
      expect(await subjectsOf(lin())).toEqual(['kept'])
      expect((await lin().quota()).count).toBe(2)
      await expect(lin().emptyFolder('absent', null)).rejects.toMatchObject({ code: 'notFound' })
      await expect(lin().emptyFolder(work, 'absent')).rejects.toMatchObject({ code: 'notFound' })
    })

    it('S21: lets nobody change the folders of another', async () => {
      const work = await made('Work')
      const theirs = await made('Theirs', null, chen())
      await fill(work, ['one'])
      await expect(chen().renameFolder(work, { name: 'Mine' })).rejects.toMatchObject({ code: 'notFound' })
      await expect(chen().removeFolder(work, 'deleted')).rejects.toMatchObject({ code: 'notFound' })
      await expect(chen().emptyFolder(work, null)).rejects.toMatchObject({ code: 'notFound' })
      await expect(chen().createFolder('In', work)).rejects.toMatchObject({ code: 'notFound' })
      await expect(lin().removeFolder(work, theirs)).rejects.toMatchObject({ code: 'notFound' })
      expect(await folderCounts(lin(), work)).toEqual({ total: 1, unread: 1 })
    })
  })
}
