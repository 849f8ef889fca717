import { describe, expect, it } from 'vitest'
import { makeForwardTargets } from '#server/rules/forwarding/forwardTargets.sql'
import type { ForwardTargets } from '#server/rules/forwarding/forwardTargets.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function forwardTargetsConform(name: string, make: MakeSubject<ForwardTargets>): void {
  describe(`forward targets: ${name}`, () => {
    const subject = eachTest(make)

    it('are kept in their order until they are removed, and confirmed while they are there', async () => {
      const { store, reopen } = subject.current()
      expect(await store.add('lin', 'b@far.example', 1, 3)).toBe(true)
      expect(await store.add('lin', 'a@far.example', 2, 3)).toBe(true)
      expect(await store.add('lin', 'a@far.example', 3, 3)).toBe(true)
      expect(await store.confirm('lin', 'a@far.example', 4)).toBe(true)
      const again = await reopen()
      expect(await again.list('lin')).toEqual([
        { address: 'b@far.example', isConfirmed: false },
        { address: 'a@far.example', isConfirmed: true },
      ])
      expect(await again.isConfirmed('lin', 'a@far.example')).toBe(true)
      expect(await again.isConfirmed('lin', 'b@far.example')).toBe(false)
      await again.remove('lin', 'a@far.example')
      expect(await again.isConfirmed('lin', 'a@far.example')).toBe(false)
      expect(await again.confirm('lin', 'a@far.example', 5)).toBe(false)
    })

    it('are no more than there is room for', async () => {
      const { store } = subject.current()
      await store.add('lin', 'a@far.example', 1, 2)
      const both = await Promise.all(['b', 'c'].map((one) => store.add('lin', `${one}@far.example`, 2, 2)))
      expect(both.toSorted()).toEqual([false, true])
      expect(await store.add('lin', 'a@far.example', 3, 2)).toBe(true)
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', 'a@far.example', 1, 2)
      expect(await store.confirm('chen', 'a@far.example', 2)).toBe(false)
      await store.remove('chen', 'a@far.example')
      expect(await store.list('chen')).toEqual([])
      expect(await store.list('lin')).toHaveLength(1)
    })
  })
}

export const overSql = sqlSuite(makeForwardTargets, forwardTargetsConform)
