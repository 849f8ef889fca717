/** Recall over Dovecot, whose master user opens the recipients' mailboxes. */
import { afterAll, describe, expect, it } from 'vitest'
import type { ImapPool } from '../../server/mail/imap/context'
import { makeImapRecaller } from '../../server/mail/imap/recall/recaller'
import { findCopies, takeCopies } from '../../server/mail/imap/recall/sentCopies'
import { openMimeReader } from '../../server/mime'
import type { Recaller } from '../../server/recall/recaller.port'
import { owner } from '../server/conformance/mail/mailbox'
import {
  type Arriving,
  deliveredTo,
  messageOf,
  type RecallPlace,
  recallerConforms,
  sentAt,
} from '../server/conformance/recall/recaller'
import { makeImapPlace } from './imapPlace'
import { labAdmin } from './lab/dovecot'
import { labEnv } from './lab/env'
import type { LabUser } from './lab/users'
import { imapOf, within } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

type Wishes = { readonly password?: string; readonly domains?: readonly string[]; readonly port?: number }
type Place = RecallPlace & {
  /** The recipient's own connections. */
  readonly pool: ImapPool
  readonly user: LabUser
  readonly another: (wishes?: Wishes) => Recaller
  readonly faults: string[]
}

async function openPlace(wishes: Wishes = {}): Promise<Place> {
  const place = await makeImapPlace(mime, ['wang'])
  const { pool, ...context } = place.context
  const faults: string[] = []
  const opened: { readonly close: () => Promise<void> }[] = []
  const another = ({ password = labAdmin.password, domains = [labEnv().domain], port }: Wishes = {}) => {
    const recaller = makeImapRecaller({
      ...context,
      server: {
        ...{ host: '127.0.0.1', port: port ?? labEnv().imapPort, secure: false },
        report: ({ what, code }) => faults.push(`${what} ${code}`),
      },
      admin: { user: labAdmin.user, password },
      domains,
    })
    opened.push(recaller)
    return recaller
  }
  const store = place.store.of(owner('wang'))
  const user = place.user('wang')
  const keep = async (bytes: Buffer, { folder = 'inbox', seen = false }: Partial<Arriving> = {}) => {
    const source = { kind: 'bytes', bytes } as const
    return (await store.append({ folder, source, flags: { seen }, receivedAt: sentAt, key: null })).id
  }
  return {
    ...{ user, store, pool, another, faults, address: user.address, recaller: another(wishes) },
    arrive: (mail) => keep(messageOf(`<${mail.sendId}@ep.test>`), mail),
    impostors: async () => [
      await keep(messageOf('<s1@ep.test>', 'mallory@ep.test')),
      // A search for a header's words finds these as well.
      await keep(messageOf('<xs1@ep.test>')),
      await keep(messageOf('<s1@ep.test.example>')),
      // What the recipient wrote is no mail that came.
      await keep(messageOf('<s1@ep.test>'), { folder: 'sent', seen: true }),
      await keep(messageOf('<s1@ep.test>'), { folder: 'draft' }),
    ],
    close: async () => {
      for (const one of opened) await one.close()
      await place.close()
    },
  }
}

recallerConforms('Dovecot', () => openPlace())

describe('recall by an administrator’s account', () => {
  it('R22: two gateways that recall at the same moment both say so, and nothing else goes', async () => {
    const place = await openPlace()
    await place.arrive({ sendId: 's1' })
    const [near] = await place.impostors()
    const both = [place.recaller, place.another()].map((it) => it.recall(deliveredTo(place.address)))
    expect(await Promise.all(both)).toEqual(['recalled', 'recalled'])
    expect(await place.store.summaries([near ?? ''])).toHaveLength(1)
    await place.close()
  })

  it('S22: opens nobody outside the house’s own domains, and no address that would name another mailbox', async () => {
    const place = await openPlace({ domains: ['elsewhere.example'] })
    const id = await place.arrive({ sendId: 's1' })
    expect(await place.recaller.recall(deliveredTo(place.address))).toBe('absent')
    const crafted = `${place.address}*${labAdmin.user}@${labEnv().domain}`
    expect(await place.another().recall(deliveredTo(crafted))).toBe('absent')
    expect(await place.store.summaries([id])).toHaveLength(1)
    expect(place.faults).toEqual([])
    await place.close()
  })

  it('cannot tell where the administrator is refused, and says so to whoever watches the log', async () => {
    const place = await openPlace({ password: 'wrong' })
    await place.arrive({ sendId: 's1' })
    expect(await place.recaller.recall(deliveredTo(place.address))).toBe('away')
    expect(place.faults).toContain('recall AUTHENTICATIONFAILED')
    expect(await place.another({ port: 1 }).recall(deliveredTo(place.address))).toBe('away')
    expect(await place.another().recall(deliveredTo(place.address))).toBe('recalled')
    await place.close()
  })

  it('takes what another mail program has marked meanwhile, and leaves what it has read', async () => {
    const place = await openPlace()
    await place.arrive({ sendId: 's1' })
    await within(place.user, 'INBOX', (client) => client.messageFlagsAdd('1', ['\\Flagged', '\\Deleted']))
    expect(await place.recaller.recall(deliveredTo(place.address))).toBe('recalled')
    await place.arrive({ sendId: 's2' })
    await within(place.user, 'INBOX', (client) => client.messageFlagsAdd('1', ['\\Seen']))
    expect(await place.recaller.recall(deliveredTo(place.address, 's2'))).toBe('read')
    const client = await imapOf(place.user)
    await client.mailboxOpen('INBOX')
    expect([...(((await client.fetchOne('1', { flags: true })) || { flags: new Set() }).flags ?? [])]).toEqual([
      '\\Seen',
    ])
    await client.logout()
    await place.close()
  })

  it('R22: leaves a mail that is read between the look and the taking as it was', async () => {
    const place = await openPlace()
    await place.arrive({ sendId: 's1' })
    await place.arrive({ sendId: 's1' })
    const account = owner('wang')
    const copies = await findCopies(place.pool, account, 'INBOX', deliveredTo(place.address))
    expect(copies.list.map(({ isRead }) => isRead)).toEqual([false, false])
    await within(place.user, 'INBOX', (client) => client.messageFlagsAdd('1', ['\\Seen']))
    expect(await takeCopies(place.pool, account, copies)).toBe(false)
    const flags = await within(place.user, 'INBOX', async (client) =>
      (await client.fetchAll('1:*', { flags: true })).map((mail) => [...(mail.flags ?? [])]),
    )
    expect(flags).toEqual([['\\Seen'], []])
    await place.close()
  })
})
