import { afterEach, expect, it } from 'vitest'
import { makeScriptedStore, type ScriptedStore } from '#tests/support/stores/scriptedStore'
import { owner, pageOf } from '../../conformance/mail/mailbox'

let place: ScriptedStore | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

it('R16: a mail server is never asked for the threads of a folder: conversations are refused without a command', async () => {
  place = await makeScriptedStore()
  const store = place.stores.of(owner('lin'))
  expect(store.groups).toBe(false)
  await expect(pageOf(store, { conversations: true })).rejects.toMatchObject({
    code: 'serverCannot',
    detail: { field: 'conversations' },
  })
  await expect(store.conversation('any', { page: 1, pageSize: 50 })).rejects.toMatchObject({ code: 'serverCannot' })
  expect(place.commands).toEqual([])
})
