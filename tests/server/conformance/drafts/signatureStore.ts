import { describe, expect, it } from 'vitest'
import { makeSignatureStore } from '#server/signatures/signatures.sql'
import type { SignatureStore } from '#server/signatures/signatures.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const most = 3
const titled = (id: string, title = id) => ({
  ...{ id, title, html: `<div>${title} 敬上</div>` },
  card: id === 'b' ? 'c1' : '',
})

export function signatureStoreConforms(name: string, make: MakeSubject<SignatureStore>): void {
  describe(`signatures: ${name}`, () => {
    const subject = eachTest(make)

    it('stay as they were saved, in the order in which they were made, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.add('lin', titled('b', '工作'), most)).toBe(true)
      expect(await store.add('lin', titled('a', '私人'), most)).toBe(true)
      expect(await store.change('lin', titled('b', '公司'))).toBe(true)
      expect(await (await reopen()).list('lin')).toEqual([titled('b', '公司'), titled('a', '私人')])
    })

    it('are no more than there is room for, also when two are added at once', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b']) await store.add('lin', titled(id), most)
      const both = await Promise.all(['c', 'd'].map((id) => store.add('lin', titled(id), most)))
      expect(both.toSorted()).toEqual([false, true])
      expect(await store.list('lin')).toHaveLength(3)
    })

    it('are put in by themselves for a use at a time, until they are removed', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b']) await store.add('lin', titled(id), most)
      expect(await store.defaults('lin')).toEqual({ new: 'a', reply: '' })
      expect(await store.defaultOf('lin', 'reply')).toBeNull()
      for (const id of ['a', 'b']) expect(await store.choose('lin', 'new', id)).toBe(true)
      expect(await store.choose('lin', 'reply', 'a')).toBe(true)
      expect(await store.choose('lin', 'reply', 'none')).toBe(false)
      expect(await store.defaults('lin')).toEqual({ new: 'b', reply: 'a' })
      expect(await store.defaultOf('lin', 'new')).toEqual(titled('b'))
      expect(await store.remove('lin', 'b')).toBe(true)
      expect(await store.choose('lin', 'reply', null)).toBe(true)
      expect(await store.defaults('lin')).toEqual({ new: '', reply: '' })
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', titled('a'), most)
      expect(await store.change('chen', titled('a', 'mine now'))).toBe(false)
      expect(await store.choose('chen', 'new', 'a')).toBe(false)
      expect(await store.remove('chen', 'a')).toBe(false)
      expect(await store.list('chen')).toEqual([])
      expect(await store.list('lin')).toEqual([titled('a')])
    })
  })
}

export const overSql = sqlSuite(makeSignatureStore, signatureStoreConforms)
