import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeEmbeddedRecaller } from '#server/mail/sqlite/recaller'
import { removeFolder } from '../../support/removeFolder'
import { openSending } from '../../support/stores/sendingSetup'
import { deliveredTo, messageOf, type RecallPlace, recallerConforms, sentAt } from '../conformance/recall/recaller'

async function openPlace(): Promise<RecallPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const place = await openSending({ folder, relayPort: null })
  const account = await place.account('wang')
  const { address } = account
  const store = place.mailStores.of(account)
  const keep = async (key: string | null, into = 'inbox', seen = false, sendId = 's1') => {
    const source = { kind: 'bytes', bytes: messageOf(`<${sendId}@ep.test>`) } as const
    return (await store.append({ folder: into, source, flags: { seen }, receivedAt: sentAt, key })).id
  }
  return {
    ...{ recaller: makeEmbeddedRecaller(place), address, store },
    arrive: ({ sendId, folder: into, seen, copy }) =>
      keep(`${sendId}:${address}${copy === undefined ? '' : `:${copy}`}`, into, seen, sendId),
    // Only the journal's delivery gives the key; a header may say anything.
    impostors: async () => [await keep(null), await keep(`s1:${address}x`), await keep(`s10:${address}`)],
    close: async () => {
      await place.close()
      await removeFolder(folder)
    },
  }
}

recallerConforms('embedded', openPlace)

it('finds nothing, and keeps nothing, where there is no such mailbox', async () => {
  const { recaller, close } = await openPlace()
  expect(await recaller.recall(deliveredTo('nobody@ep.test'))).toBe('absent')
  const source = { kind: 'bytes', bytes: messageOf('<word@ep.test>') } as const
  const word = { folder: 'inbox', source, flags: {}, receivedAt: sentAt, key: 'k' }
  await expect(recaller.keep('nobody@ep.test', word)).resolves.toBeUndefined()
  await close()
})
