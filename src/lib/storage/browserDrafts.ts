/** Unsent text in IndexedDB. Every method fails loudly (rejects): whoever writes text must know that it was not kept. */
import * as v from 'valibot'
import { answered, finished, indexedDatabase } from './indexedDatabase'
import type { LocalDraft, LocalDrafts } from './localDrafts'

const name = 'ep_drafts'
const table = 'drafts'
const refusal = v.object({ code: v.string(), field: v.nullable(v.string()), addresses: v.array(v.string()) })
const kept = v.object({
  key: v.string(),
  account: v.string(),
  changedAt: v.number(),
  draftId: v.nullable(v.string()),
  isSaved: v.optional(v.boolean()),
  content: v.unknown(),
  waits: v.optional(v.object({ since: v.number(), form: v.unknown(), refused: v.nullable(refusal) })),
  refusal: v.optional(refusal),
})

export function browserDrafts(factory: IDBFactory): LocalDrafts {
  const open = indexedDatabase(factory, name, (database) => {
    database.createObjectStore(table, { keyPath: 'key' }).createIndex('account', 'account')
  })

  async function write(change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = (await open()).transaction(table, 'readwrite', { durability: 'strict' })
    const done = finished(transaction)
    change(transaction.objectStore(table))
    await done
  }

  /** One act, committed without waiting for its answer: a page that is just going hears no answer, and what is not committed then is lost. */
  function act(change: (store: IDBObjectStore) => void): Promise<void> {
    return write((store) => {
      change(store)
      store.transaction.commit()
    })
  }

  async function rowsOf(account: string): Promise<readonly LocalDraft[]> {
    const store = (await open()).transaction(table, 'readonly').objectStore(table)
    const rows: unknown = await answered(store.index('account').getAll(account))
    return v.parse(v.array(v.unknown()), rows).flatMap((row): LocalDraft[] => {
      const draft = v.safeParse(kept, row)
      return draft.success ? [draft.output] : []
    })
  }

  return {
    put: (draft) => act((store) => store.put(draft)),
    remove: (key) => act((store) => store.delete(key)),
    removeWhere: (isGone) =>
      write((store) => {
        const walk = store.openCursor()
        walk.onsuccess = () => {
          const cursor = walk.result
          if (cursor === null) return
          const draft = v.safeParse(kept, cursor.value)
          // What cannot be read is nobody's.
          if (!draft.success || isGone(draft.output)) cursor.delete()
          cursor.continue()
        }
      }),
    ofAccount: async (account) => (await rowsOf(account)).filter(({ isSaved }) => isSaved !== true),
    savedAs: async (account, draftId) =>
      (await rowsOf(account)).find((draft) => draft.isSaved === true && draft.draftId === draftId) ?? null,
  }
}
