import { describe, expect, it } from 'vitest'
import { makeSecureMailboxes } from '#server/protection/secureMailboxes.sql'
import type { SecureMailboxes } from '#server/protection/secureMailboxes.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

export function secureMailboxesConform(name: string, make: MakeSubject<SecureMailboxes>): void {
  describe(`secure mailboxes: ${name}`, () => {
    const subject = eachTest(make)

    it('are bound once they agree, in the place of the former, each account’s own', async () => {
      const { store, reopen } = subject.current()
      expect(await store.find('lin')).toEqual({ address: null, pending: null })
      await store.ask('lin', 'a@far.example')
      expect(await store.confirm('anna', 'a@far.example', 1)).toBeNull()
      expect(await store.confirm('lin', 'b@far.example', 1)).toBeNull()
      const again = await reopen()
      expect(await again.confirm('lin', 'a@far.example', 2)).toEqual({ former: null })
      expect(await again.confirm('lin', 'a@far.example', 3)).toBeNull()
      await again.ask('lin', 'b@far.example')
      expect(await again.find('lin')).toEqual({ address: 'a@far.example', pending: 'b@far.example' })
      expect(await again.confirm('lin', 'b@far.example', 4)).toEqual({ former: 'a@far.example' })
      expect(await again.find('lin')).toEqual({ address: 'b@far.example', pending: null })
      expect(await again.find('anna')).toEqual({ address: null, pending: null })
    })

    it('S20: are bound no more once what was asked is taken back', async () => {
      const { store } = subject.current()
      await store.ask('lin', 'a@far.example')
      await store.confirm('lin', 'a@far.example', 1)
      await store.ask('lin', 'b@far.example')
      await store.dropPending('lin')
      expect(await store.confirm('lin', 'b@far.example', 2)).toBeNull()
      expect(await store.find('lin')).toEqual({ address: 'a@far.example', pending: null })
      await store.remove('lin')
      expect(await store.find('lin')).toEqual({ address: null, pending: null })
    })
  })
}

export const overSql = sqlSuite(makeSecureMailboxes, secureMailboxesConform)
