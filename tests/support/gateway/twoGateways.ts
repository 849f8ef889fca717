/** Gateways that share one journal, each with a dispatcher of its own; mailboxes and the relay are on paper, and count what reaches them. */
import type { MailStore } from '#server/mail/mail.store'
import { makeSqlSpool } from '#server/mail/spool/sqlSpool'
import type { DispatchDeps } from '#server/outbox/dispatch/dispatchDeps'
import { type DispatcherOptions, makeDispatcher } from '#server/outbox/dispatch/dispatcher'
import type { NewOutboxEntry, OutboxStore } from '#server/outbox/outbox.store'
import { makeMessageBuilder } from '#server/outbox/send/messageBuilder.mime'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { makeAccountStore } from '#server/session/account.sql'
import type { Database } from '#server/sql/openDatabase'
import { plainMime } from '../mail/plainMime'

export type GatewayWishes = Partial<Pick<DispatchDeps, 'checkpoint' | 'clock'>> & {
  readonly options?: DispatcherOptions
  /** Awaited by the relay after the last byte and before it asks whether the dot may follow. */
  readonly beforeDot?: () => Promise<void>
  readonly renew?: (real: OutboxStore['renew']) => OutboxStore['renew']
  readonly setRecipients?: (real: OutboxStore['setRecipients']) => OutboxStore['setRecipients']
  /** Told of every message that the relay took. */
  readonly onSent?: () => void
}

/** What both gateways write to: nothing here keeps a second copy from being counted. */
export function makeWorld() {
  const sent: string[] = []
  const appended: string[] = []
  const unasked = () => Promise.reject(new Error('A dispatcher does not ask for this'))
  const mailbox: MailStore = {
    append: async ({ key }) => {
      appended.push(key ?? '')
      return { id: String(appended.length), isNew: true }
    },
    remove: async () => [],
    noteReply: async () => undefined,
    folders: unasked,
    groups: false,
    conversation: unasked,
    page: unasked,
    version: unasked,
    search: unasked,
    findAll: unasked,
    summaries: unasked,
    open: unasked,
    part: unasked,
    parts: unasked,
    raw: unasked,
    mark: unasked,
    move: unasked,
    replace: unasked,
    createFolder: unasked,
    renameFolder: unasked,
    removeFolder: unasked,
    emptyFolder: unasked,
    quota: unasked,
    cursor: unasked,
    arrivals: unasked,
  }

  function gateway(db: Database, wishes: GatewayWishes = {}) {
    const outbox = makeOutboxStore(db)
    const reported: string[] = []
    const parts: DispatchDeps = {
      outbox: {
        ...outbox,
        renew: wishes.renew?.(outbox.renew) ?? outbox.renew,
        setRecipients: wishes.setRecipients?.(outbox.setRecipients) ?? outbox.setRecipients,
      },
      accounts: makeAccountStore(db),
      mailStores: { of: () => mailbox },
      spool: makeSqlSpool(db),
      builder: makeMessageBuilder(plainMime),
      clock: wishes.clock ?? { now: Date.now },
      report: (name) => reported.push(name),
      ...(wishes.checkpoint ? { checkpoint: wishes.checkpoint } : {}),
      relay: {
        hand: async ({ to }, _message, beforeLastDot) => {
          try {
            await wishes.beforeDot?.()
            await beforeLastDot(to)
          } catch {
            return to.map((address) => ({ address, state: 'temporary', reason: null }))
          }
          sent.push(...to)
          wishes.onSent?.()
          return to.map((address) => ({ address, state: 'sent', reason: null }))
        },
      },
    }
    const dispatcher = makeDispatcher(parts, wishes.options)
    /** Puts a mail of an account of its own on record, due at once. */
    const send = async (id: string): Promise<void> => {
      const owner = await ownerIn(parts)
      const { id: spool } = await parts.spool.put(Buffer.from('Subject: s\r\n\r\ntext\r\n'), 1_000)
      await outbox.add({ ...entryOf(id), accountId: owner, spool, notBefore: parts.clock.now() })
    }
    const states = async (id: string) =>
      (await outbox.find(await ownerIn(parts), id))?.recipients.map(({ state }) => state) ?? []
    return { parts, dispatcher, reported, send, states }
  }

  return { sent, appended, gateway }
}

async function ownerIn({ accounts }: DispatchDeps): Promise<string> {
  const address = 'lin@ep.test'
  const made = { address, displayName: 'Lin', passwordHash: '', tier: 'soho', organization: null, dueAt: null } as const
  const account =
    (await accounts.byAddress(address)) ?? (await accounts.add(made)) ?? (await accounts.byAddress(address))
  if (account === null) throw new Error('No account')
  return account.id
}

function entryOf(id: string): Omit<NewOutboxEntry, 'accountId' | 'spool' | 'notBefore'> {
  return {
    id,
    from: 'lin@ep.test',
    subject: 's',
    saveToSent: true,
    createdAt: Date.now(),
    idempotencyKey: id,
    contentHash: '',
    recipients: [{ address: `${id}@elsewhere.example`, local: false }],
    draftId: null,
    answers: null,
    sealedSecret: null,
  }
}
