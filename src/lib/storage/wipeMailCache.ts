/** Takes away the database of `browserMailCache.ts`, without needing the code that fills it: a sign-out may be offline. */

export const mailCacheName = 'ep_mails'

export function wipeMailCache(factory: IDBFactory): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    try {
      // Another tab that has it open closes it when it hears of this; the wipe then goes on without us.
      Object.assign(factory.deleteDatabase(mailCacheName), { onsuccess: done, onerror: done, onblocked: done })
    } catch {
      // A browser that has no databases keeps nothing.
      done()
    }
  })
}
