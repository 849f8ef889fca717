/** By which index files are read: none may go through all entries of an account for one folder. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFileBook } from '#server/files/fileBook.sql'
import { makeFileBlobs } from '#server/files/fileStore.sql'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { queryPlans } from '#tests/support/stores/queryPlans'

let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>

beforeEach(async () => {
  place = await makeEmbeddedPlace()
})
afterEach(() => place.close())

/** The plans of all that some work reads of entries. */
const plansOf = (work: (book: ReturnType<typeof makeFileBook>) => Promise<unknown>) =>
  queryPlans(place.db(), 'file_entries', (noted) => work(makeFileBook(noted, makeFileBlobs(place.db()))))

describe('files', () => {
  it('of a folder are read by the folder, and all below it folder by folder', async () => {
    const book = makeFileBook(place.db(), makeFileBlobs(place.db()))
    await book.addFolder('lin', { id: 'a', parent: '', name: 'a' }, 1)
    await book.addFolder('lin', { id: 'b', parent: 'a', name: 'b' }, 1)
    const listed = { folder: 'a', words: [], trash: false, onlyFolders: false, sort: 'name', order: 'asc' } as const
    const page = await plansOf((it) => it.page('lin', listed, { cursor: '', size: 1 }))
    const zip = await plansOf(async (it) => {
      for await (const file of it.within('lin', ['a'])) expect(file).toBeNull()
    })
    const move = await plansOf((it) => it.copy('lin', ['a'], '', { now: 1, room: 1 }))
    expect(page.length).toBeGreaterThan(0)
    expect(page.join('\n')).toMatch(/USING INDEX file_entries_order \(account_id=\? AND parent=\?\)/)
    for (const plans of [zip, move]) {
      const tree = plans.filter((plan) => plan.includes('RECURSIVE STEP')).join('\n')
      expect(tree).toMatch(/SEARCH child USING INDEX file_entries_order \(account_id=\? AND parent=\?\)/)
    }
    expect([...page, ...zip, ...move].join('\n')).not.toMatch(/file_entries_trash|SCAN (file_entries|child)/)
  })

  it('in the trash are read by the trash', async () => {
    const query = { folder: '', words: [], trash: true, onlyFolders: false, sort: 'name', order: 'asc' } as const
    const plans = await plansOf((it) => it.page('lin', query, { cursor: '', size: 1 }))
    expect(plans.join('\n')).toMatch(/USING INDEX file_entries_trashed/)
  })
})
