import { expect, it, vi } from 'vitest'
import { browserDrafts } from '#src/lib/storage/browserDrafts'

const draft = (key: string, account: string, text: string) => ({
  key,
  account,
  changedAt: 1,
  draftId: null,
  content: { text },
})

it('R4: keeps unsent text under its account, and gives it to that account alone', async () => {
  const drafts = browserDrafts(window.indexedDB)
  await drafts.put(draft('a', 'lin@ep.test', 'one'))
  await drafts.put(draft('a', 'lin@ep.test', 'two'))
  await drafts.put(draft('b', 'wang@ep.test', 'three'))
  const again = browserDrafts(window.indexedDB)
  expect(await again.ofAccount('lin@ep.test')).toEqual([draft('a', 'lin@ep.test', 'two')])
  await again.remove('a')
  expect(await again.ofAccount('lin@ep.test')).toEqual([])
  expect(await again.ofAccount('wang@ep.test')).toHaveLength(1)
})

it('R4: commits what it was given without waiting for an answer, which a page that is just going never hears', async () => {
  const drafts = browserDrafts(window.indexedDB)
  await drafts.ofAccount('lin@ep.test')
  const done: string[] = []
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    done.push(`committed ${this.mode}`)
  })
  const put = drafts.put(draft('c', 'lin@ep.test', 'last words')).then(() => done.push('answered'))
  await put
  const removed = drafts.remove('c').then(() => done.push('answered'))
  await removed
  commit.mockRestore()
  expect(done).toEqual(['committed readwrite', 'answered', 'committed readwrite', 'answered'])
})
