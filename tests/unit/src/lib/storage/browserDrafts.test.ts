import { expect, it } from 'vitest'
import { browserDrafts } from '../../../../../src/lib/storage/browserDrafts'

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
