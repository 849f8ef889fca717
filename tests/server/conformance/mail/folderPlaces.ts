import { describe, expect, it } from 'vitest'
import { makeFolderPlaces } from '#server/mail/folders/folderPlaces.sql'
import type { FolderPlaces } from '#server/mail/folders/folderPlaces.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function folderPlacesConform(name: string, make: MakeSubject<FolderPlaces>): void {
  describe(`places of folders: ${name}`, () => {
    const subject = eachTest(make)
    const kept = async (store: FolderPlaces, account = 'lin') => Object.fromEntries(await store.load(account))
    const unmoved = { position: null, pinned: false, hidden: false }

    it('remember order and marks, each for itself, after a restart too', async () => {
      const { store, reopen } = subject.current()
      await store.order('lin', ['a', 'b'])
      await store.mark('lin', 'a', { pinned: true })
      await store.order('lin', ['b', 'a'])
      await store.mark('lin', 'c', { hidden: true })
      await store.mark('lin', 'c', { pinned: true })
      await store.mark('lin', 'c', { pinned: false })
      await store.mark('lin', 'd', {})
      const places = {
        a: { ...unmoved, position: 1, pinned: true },
        b: { ...unmoved, position: 0 },
        c: { ...unmoved, hidden: true },
      }
      expect(await kept(store)).toEqual(places)
      expect(await kept(await reopen())).toEqual(places)
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.order('lin', ['a'])
      await store.order('chen', ['b', 'a'])
      await store.forget('chen', ['a'])
      expect(await kept(store)).toEqual({ a: { ...unmoved, position: 0 } })
      expect(await kept(store, 'chen')).toEqual({ b: { ...unmoved, position: 0 } })
    })

    it('go along with folders that are called otherwise, and leave nothing to a name that was there before', async () => {
      const { store } = subject.current()
      await store.order('lin', ['a', 'b', 'kept'])
      await store.mark('lin', 'former', { hidden: true })
      await store.mark('lin', 'bare', { pinned: true })
      await store.carry('lin', [
        { id: 'a', newId: 'b' },
        { id: 'b', newId: 'a' },
        { id: 'none', newId: 'former' },
      ])
      expect(await kept(store)).toEqual({
        a: { ...unmoved, position: 1 },
        b: { ...unmoved, position: 0 },
        bare: { ...unmoved, pinned: true },
        kept: { ...unmoved, position: 2 },
      })
      await store.carry('lin', [])
      await store.forget('lin', [])
      expect(Object.keys(await kept(store)).toSorted()).toEqual(['a', 'b', 'bare', 'kept'])
    })
  })
}

export const overSql = sqlSuite(makeFolderPlaces, folderPlacesConform)
