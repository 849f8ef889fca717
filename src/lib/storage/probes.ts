/** Whether this browser keeps what it is given: each probe writes a word of its own, reads it back and takes it away. */
import Cookies from 'js-cookie'
import { answered, finished, indexedDatabase } from './indexedDatabase'

const name = 'ep_probe'
const word = 'kept'

/** Throws, or answers false, where nothing is kept. */
export type Probe = () => Promise<boolean>

const probeItems =
  (storage: () => Storage): Probe =>
  async () => {
    // A browser may refuse the very look at it.
    const items = storage()
    items.setItem(name, word)
    const isKept = items.getItem(name) === word
    items.removeItem(name)
    return isKept
  }

export const probes = {
  localStorage: probeItems(() => window.localStorage),
  sessionStorage: probeItems(() => window.sessionStorage),
  indexedDb: async () => {
    const open = indexedDatabase(window.indexedDB, name, (database) => void database.createObjectStore('words'))
    const database = await open()
    const writing = database.transaction('words', 'readwrite')
    const done = finished(writing)
    writing.objectStore('words').put(word, name)
    await done
    const isKept = (await answered(database.transaction('words').objectStore('words').get(name))) === word
    database.close()
    window.indexedDB.deleteDatabase(name)
    return isKept
  },
  cookies: async () => {
    Cookies.set(name, word, { sameSite: 'strict' })
    const isKept = Cookies.get(name) === word
    Cookies.remove(name)
    return isKept
  },
} satisfies Readonly<Record<string, Probe>>
