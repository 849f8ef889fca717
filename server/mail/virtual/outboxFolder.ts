/**
 * Mail that waits to be sent, seen as folders: `scheduled` and `outbox` list the journal, over whichever store keeps the rest. Such a mail
 * can be opened, downloaded and, once it has failed, deleted; what else a store can do with mail does not reach it.
 */
import { sendIdOf, waitingMailId } from '#contract/mail/waitingMail'
import type { Account } from '../../core/account'
import type { MailId, StoredSummary } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { OutboxStore, OutboxView, WaitingEntry } from '../../outbox/outbox.store'
import type { MailPage, MailStore, MailStores } from '../mail.store'
import type { MimeReader } from '../mimeReader.port'
import type { Spool } from '../spool/spool.store'

export type OutboxFolderDeps = {
  readonly outbox: OutboxStore
  readonly spool: Spool
  readonly mime: MimeReader
  readonly clock: Clock
}

/** `inner` keeps every other mail. */
export function withOutboxFolder(inner: MailStores, parts: OutboxFolderDeps): MailStores {
  return { ...inner, of: (account) => viewed(inner.of(account), account, parts) }
}

function viewed(store: MailStore, account: Account, parts: OutboxFolderDeps): MailStore {
  const { outbox, spool, mime, clock } = parts
  const entryOf = async (id: MailId): Promise<WaitingEntry | null> => {
    const entryId = sendIdOf(id)
    if (entryId === null) return null
    const [entry = null] = await outbox.kept(account.id, [entryId])
    return entry
  }
  const summary = (entry: WaitingEntry) => summaryOf(entry, account, clock.now())
  return {
    ...store,
    page: async (query) => {
      const view = viewNamed(query.folder)
      if (view === null) return store.page(query)
      if (query.conversations) throw new Refusal('notAllowed', { field: 'conversations' })
      const { page, pageSize } = query
      const { list, total } = await outbox.waiting(account.id, { view, now: clock.now(), page, pageSize })
      return { list: list.map(summary), total, unread: 0 } satisfies MailPage
    },
    version: async (folder) => (viewNamed(folder) === null ? store.version(folder) : null),
    summaries: async (ids) => {
      const entryIds = ids.map(sendIdOf).filter((id) => id !== null)
      if (entryIds.length === 0) return store.summaries(ids)
      const [others, waiting] = await Promise.all([
        store.summaries(ids.filter((id) => sendIdOf(id) === null)),
        outbox.kept(account.id, entryIds),
      ])
      return [...others, ...waiting.map(summary)]
    },
    open: async (id) => {
      if (sendIdOf(id) === null) return store.open(id)
      const entry = await entryOf(id)
      return entry && { summary: summary(entry), parsed: await mime.parse(await spool.source(entry.spool), account.id) }
    },
    part: async (id, part) => {
      if (sendIdOf(id) === null) return store.part(id, part)
      const entry = await entryOf(id)
      return entry && mime.part(await spool.source(entry.spool), part, account.id)
    },
    parts: async (id, parts) => {
      if (sendIdOf(id) === null) return store.parts(id, parts)
      const entry = await entryOf(id)
      return entry && mime.parts(await spool.source(entry.spool), parts, account.id)
    },
    raw: async (id) => {
      if (sendIdOf(id) === null) return store.raw(id)
      const entry = await entryOf(id)
      return entry && { size: await spool.size(entry.spool), stream: await spool.read(entry.spool) }
    },
    mark: async (which, mark) => {
      if (!isList(which)) return store.mark(which, mark)
      const others = which.filter((id) => sendIdOf(id) === null)
      return others.length === 0 ? 0 : store.mark(others, mark)
    },
    move: async (ids, ...to) => {
      if (ids.some((id) => sendIdOf(id) !== null)) throw new Refusal('notAllowed')
      return store.move(ids, ...to)
    },
    remove: async (ids) => {
      const waiting = ids.filter((id) => sendIdOf(id) !== null)
      const gone = await Promise.all(waiting.map(async (id) => ((await dismiss(parts, account, id)) ? [id] : [])))
      const others = ids.filter((id) => sendIdOf(id) === null)
      return [...gone.flat(), ...(others.length === 0 ? [] : await store.remove(others))]
    },
  }
}

const viewNamed = (folder: string): OutboxView | null => (folder === 'scheduled' || folder === 'outbox' ? folder : null)

const isList = (which: readonly MailId[] | { readonly folder: string }): which is readonly MailId[] =>
  Array.isArray(which)

async function dismiss({ outbox, spool }: OutboxFolderDeps, account: Account, id: MailId): Promise<boolean> {
  const message = await outbox.dismiss(account.id, sendIdOf(id) ?? '')
  if (message === null) return false
  await spool.release(message)
  return true
}

function viewOf({ planned, failed, sendAt }: WaitingEntry, now: number): OutboxView {
  return planned === 'schedule' && (failed || sendAt > now) ? 'scheduled' : 'outbox'
}

function summaryOf(entry: WaitingEntry, account: Account, now: number): StoredSummary {
  const { shown } = entry
  return {
    id: waitingMailId(entry.id),
    folder: viewOf(entry, now),
    from: { name: account.displayName, address: account.address },
    to: shown?.to ?? entry.recipients.map(({ address }) => ({ name: '', address })),
    subject: entry.subject,
    preview: shown?.preview ?? '',
    // A list of what is to go shows when it goes.
    receivedAt: entry.sendAt,
    sentAt: entry.sendAt,
    size: shown?.size ?? 0,
    seen: true,
    flagged: false,
    answered: false,
    forwarded: false,
    hasAttachment: shown?.hasAttachment ?? false,
    urgent: shown?.urgent ?? false,
    threadId: null,
    threadCount: null,
    waits: entry.failed ? 'failed' : entry.recipients.some(({ state }) => state !== 'queued') ? 'sending' : 'waiting',
    scheduledAt: entry.sendAt,
    ...(entry.separate ? { separately: { sendId: entry.id, recipients: entry.recipients.length } } : {}),
  }
}
