/** Unsent text in IndexedDB. Every method fails loudly (rejects): whoever writes text must know that it was not kept. */
import * as v from 'valibot'
import type { LocalDraft, LocalDrafts } from './localDrafts'

const name = 'ep_drafts'
const table = 'drafts'
const kept = v.object({
  key: v.string(),
  account: v.string(),
  changedAt: v.number(),
  draftId: v.nullable(v.string()),
  content: v.unknown(),
})

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser database refused'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error ?? new Error('the browser database refused'))
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser database gave up'))
  })
}

export function browserDrafts(factory: IDBFactory): LocalDrafts {
  let opened: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    if (opened !== null) return opened
    const request = factory.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(table, { keyPath: 'key' }).createIndex('account', 'account')
    }
    const opening = answered(request)
    opened = opening
    opening.then(
      (database) => {
        const forget = () => {
          opened = null
        }
        database.onclose = forget
        database.onversionchange = () => {
          database.close()
          forget()
        }
      },
      () => {
        opened = null
      },
    )
    return opening
  }

  async function write(change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = (await open()).transaction(table, 'readwrite', { durability: 'strict' })
    const done = finished(transaction)
    change(transaction.objectStore(table))
    await done
  }

  return {
    put: (draft) => write((store) => store.put(draft)),
    remove: (key) => write((store) => store.delete(key)),
    async ofAccount(account) {
      const store = (await open()).transaction(table, 'readonly').objectStore(table)
      const rows: unknown = await answered(store.index('account').getAll(account))
      return v.parse(v.array(v.unknown()), rows).flatMap((row): LocalDraft[] => {
        const draft = v.safeParse(kept, row)
        return draft.success ? [draft.output] : []
      })
    },
  }
}
