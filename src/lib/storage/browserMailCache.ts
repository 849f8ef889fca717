/** Kept lists and mails in IndexedDB, within bounds, for one account at a time (TRUST S18: never shown to another one). */
import * as v from 'valibot'
import { type Mail, mail as mailShape } from '../../contract/shapes'
import { answered, finished, indexedDatabase } from './indexedDatabase'
import type { CachedList, MailCache } from './mailCache'
import { mailCacheName, wipeMailCache } from './wipeMailCache'

/** Mails, characters of all of them and of one: about 50 MB at worst. */
export const mailCacheLimits = { mails: 500, characters: 25_000_000, ofOne: 1_000_000 } as const

const tables = ['lists', 'mails', 'facts'] as const
const ownerRow = v.object({ id: v.literal('owner'), account: v.string() })
const listRow = v.object({ key: v.string(), content: v.unknown() })
/** Apart from the mails, so that what goes first is found without reading them. */
const factRow = v.object({ id: v.string(), characters: v.number(), usedAt: v.number() })
const mailRow = v.object({ id: v.string(), mail: mailShape })
type Fact = v.InferOutput<typeof factRow>

type Options = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Whether this account is the one that is signed in in this browser, whichever tab asks. */
  readonly isOwner: (account: string) => boolean
}

export async function browserMailCache(
  factory: IDBFactory,
  account: string,
  { now, isOwner }: Options,
): Promise<MailCache> {
  const open = indexedDatabase(factory, mailCacheName, (database) => {
    database.createObjectStore('lists', { keyPath: 'key' })
    for (const name of ['mails', 'facts', 'owner']) database.createObjectStore(name, { keyPath: 'id' })
  })
  /** After a refusal, such as a full disk, nothing more is tried: memory alone serves. */
  let isRefused = false

  async function tryTo<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    if (isRefused || !isOwner(account)) return otherwise
    try {
      return await work()
    } catch {
      isRefused = true
      return otherwise
    } finally {
      // Signed out meanwhile: whatever this made or wrote after the wipe, were it an empty database, goes as well.
      if (!isOwner(account)) await wipeMailCache(factory)
    }
  }

  /** Every write asks whose the database is, within its own transaction: between two, another tab may have wiped it. */
  async function write(
    work: (store: (name: (typeof tables)[number]) => IDBObjectStore) => Promise<void>,
  ): Promise<void> {
    const transaction = (await open()).transaction([...tables, 'owner'], 'readwrite')
    const done = finished(transaction)
    const owner = v.safeParse(ownerRow, await answered(transaction.objectStore('owner').get('owner')))
    if (!owner.success || owner.output.account !== account) {
      for (const name of tables) transaction.objectStore(name).clear()
      transaction.objectStore('owner').put({ id: 'owner', account })
    }
    await work((name) => transaction.objectStore(name))
    await done
  }

  async function read<S extends v.GenericSchema>(name: (typeof tables)[number], schema: S, key?: string) {
    const store = (await open()).transaction(name, 'readonly').objectStore(name)
    const rows: unknown[] = key === undefined ? await answered(store.getAll()) : [await answered(store.get(key))]
    return rows.flatMap((row) => {
      const parsed = v.safeParse(schema, row)
      return parsed.success ? [parsed.output] : []
    })
  }

  // Opens it, and wipes what is another account's.
  await tryTo(undefined, () => write(async () => undefined))

  return {
    lists: () => tryTo<readonly CachedList[]>([], () => read('lists', listRow)),
    changeLists: (put, gone) =>
      tryTo(undefined, () =>
        write(async (store) => {
          for (const row of put) store('lists').put(row)
          for (const key of gone) store('lists').delete(key)
        }),
      ),
    ids: () => tryTo<readonly string[]>([], async () => (await read('facts', factRow)).map(({ id }) => id)),
    mail: (id) =>
      tryTo<Mail | null>(null, async () => {
        const [found] = await read('mails', mailRow, id)
        if (found === undefined) return null
        const [fact] = await read('facts', factRow, id)
        if (fact !== undefined) {
          void tryTo(undefined, () => write(async (store) => void store('facts').put({ ...fact, usedAt: now() })))
        }
        return found.mail
      }),
    put: (mails) =>
      tryTo(false, async () => {
        const written = mails
          .map((mail) => ({ mail, characters: JSON.stringify(mail).length }))
          .filter(({ characters }) => characters <= mailCacheLimits.ofOne)
        await write(async (store) => {
          for (const { mail, characters } of written) {
            store('mails').put({ id: mail.id, mail })
            store('facts').put({ id: mail.id, characters, usedAt: now() })
          }
          const facts = v.safeParse(v.array(factRow), await answered(store('facts').getAll()))
          for (const id of beyondBounds(facts.success ? facts.output : [])) {
            store('mails').delete(id)
            store('facts').delete(id)
          }
        })
        return true
      }),
    remove: (ids) =>
      tryTo(undefined, () =>
        write(async (store) => {
          for (const id of ids) {
            store('mails').delete(id)
            store('facts').delete(id)
          }
        }),
      ),
  }
}

/** What was used longest ago, as far as the rest would be too much. */
function beyondBounds(facts: readonly Fact[]): readonly string[] {
  let mails = 0
  let characters = 0
  const newestFirst = facts.toSorted((one, other) => other.usedAt - one.usedAt)
  return newestFirst.flatMap((fact) => {
    mails += 1
    characters += fact.characters
    return mails > mailCacheLimits.mails || characters > mailCacheLimits.characters ? [fact.id] : []
  })
}
