import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openMimeReader } from '../../server/mime'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { fill, within } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

describe('the view of flagged mail beside another client', () => {
  it('R11: agrees with the server after every change, though numbers are kept in between', async () => {
    place = await makeImapPlace(mime)
    const user = place.user('lin')
    const lin = place.store.of(owner('lin'))
    await within(user, 'INBOX', (client) => client.mailboxCreate('Work'))
    await fill(user, 'INBOX', [{ subject: 'one' }, { subject: 'two' }])
    await fill(user, 'Work', [{ subject: 'three' }])
    const seen = async () => {
      const { list, total, unread } = await pageOf(lin, { folder: 'flag' })
      const counts = await lin.page({
        folder: 'flag',
        page: 1,
        pageSize: 0,
        sort: 'date',
        order: 'desc',
        filter: 'all',
      })
      expect(counts).toEqual({ list: [], total, unread })
      // Twice at once: the second answer comes from what the first one has kept.
      expect((await pageOf(lin, { folder: 'flag' })).list).toEqual(list)
      return [list.map(({ subject }) => subject).sort(), total, unread]
    }
    const at = (path: string, act: Parameters<typeof within<unknown>>[2]) => within(user, path, act)
    expect(await seen()).toEqual([[], 0, 0])
    await at('INBOX', (client) => client.messageFlagsAdd('1', ['\\Flagged']))
    expect(await seen()).toEqual([['one'], 1, 1])
    await at('Work', (client) => client.messageFlagsAdd('1', ['\\Flagged', '\\Seen']))
    expect(await seen()).toEqual([['one', 'three'], 2, 1])
    await at('INBOX', (client) => client.messageFlagsAdd('1', ['\\Seen']))
    expect(await seen()).toEqual([['one', 'three'], 2, 0])
    await at('INBOX', (client) => client.messageDelete('1'))
    expect(await seen()).toEqual([['three'], 1, 0])
    await at('INBOX', async (client) => {
      await client.mailboxDelete('Work')
      await client.mailboxCreate('Work')
    })
    await fill(user, 'Work', [{ subject: 'four' }])
    expect(await seen()).toEqual([[], 0, 0])
    await at('Work', (client) => client.messageFlagsAdd('1', ['\\Flagged']))
    expect(await seen()).toEqual([['four'], 1, 1])
  })
})
