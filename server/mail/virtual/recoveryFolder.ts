/**
 * Mail that can be recovered, seen as two folders beside the rest. It can be listed, opened, downloaded and deleted for ever; reading it
 * has no effect, and nothing else that is done to mail reaches it.
 */
import { limits } from '#contract/limits'
import type { Account } from '../../core/account'
import type { MailId, StoredSummary } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import { type RecoveryDeps, recoverable } from '../../recovery/recoveryWindow'
import type { RemovedMail } from '../../recovery/removedMails.store'
import type { MailStore, MailStores } from '../mail.store'

const prefix = 'gone.'
const views = ['recoverReceive', 'recoverSent']

/** The id under which the view shows a mail that was removed. */
export const recoveryMailId = (id: MailId): MailId => `${prefix}${id}`

/** The id that the mail had, or null for the id of any other mail. */
export function removedIdOf(id: MailId): MailId | null {
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}

/** `inner` keeps every other mail. */
export function withRecoveryFolder(inner: MailStores, parts: RecoveryDeps): MailStores {
  return { ...inner, of: (account) => viewed(inner.of(account), account, parts) }
}

function viewed(store: MailStore, account: Account, parts: RecoveryDeps): MailStore {
  const open = () => recoverable(parts, account)
  return {
    ...store,
    page: async (query) => {
      if (!views.includes(query.folder)) return store.page(query)
      if (query.conversations) throw new Refusal('notAllowed', { field: 'conversations' })
      const { page, pageSize, sort, order, filter } = query
      const { mails, since } = await open()
      const sent = query.folder === 'recoverSent'
      const found = await mails.page({ sent, since, page, pageSize, sort, order, filter })
      return { ...found, list: found.list.map(asListed) }
    },
    version: async (folder) => (views.includes(folder) ? null : store.version(folder)),
    summaries: async (ids) => {
      const [removed, others] = parted(ids)
      if (removed.length === 0) return store.summaries(ids)
      const { mails, since } = await open()
      const [there, gone] = await Promise.all([
        others.length === 0 ? [] : store.summaries(others),
        mails.summaries(removed, since),
      ])
      return [...there, ...gone.map(asListed)]
    },
    open: async (id) => {
      const removedId = removedIdOf(id)
      if (removedId === null) return store.open(id)
      const { mails, since } = await open()
      const found = await mails.open(removedId, since)
      return found && { summary: asListed(found.summary), parsed: found.parsed, receipt: 'noted' }
    },
    part: async (id, part) => {
      const removedId = removedIdOf(id)
      if (removedId === null) return store.part(id, part)
      const { mails, since } = await open()
      return mails.part(removedId, part, since)
    },
    parts: async (id, parts) => {
      const removedId = removedIdOf(id)
      if (removedId === null) return store.parts(id, parts)
      const { mails, since } = await open()
      return mails.parts(removedId, parts, since)
    },
    raw: async (id) => {
      const removedId = removedIdOf(id)
      if (removedId === null) return store.raw(id)
      const { mails, since } = await open()
      return mails.raw(removedId, since)
    },
    conversation: async (id, at) => (removedIdOf(id) === null ? store.conversation(id, at) : null),
    mark: async (which, mark) => {
      if ('folder' in which) return store.mark(which, mark)
      const [removed, others] = parted(which)
      if (removed.length > 0 && others.length === 0) return 0
      return store.mark(others, mark)
    },
    move: async (ids, ...to) => {
      if (ids.some((id) => removedIdOf(id) !== null)) throw new Refusal('notAllowed')
      return store.move(ids, ...to)
    },
    remove: async (ids) => {
      const [removed, others] = parted(ids)
      if (removed.length === 0) return store.remove(ids)
      const { mails } = await open()
      const gone = (await mails.forget(removed)).map(recoveryMailId)
      return [...gone, ...(others.length === 0 ? [] : await store.remove(others))]
    },
  }
}

/** The ids that removed mails had, and the ids of all others. */
function parted(ids: readonly MailId[]): readonly [readonly MailId[], readonly MailId[]] {
  return [ids.map(removedIdOf).filter((id) => id !== null), ids.filter((id) => removedIdOf(id) === null)]
}

function asListed({ sent, removedAt, ...mail }: RemovedMail): StoredSummary {
  return {
    ...mail,
    id: recoveryMailId(mail.id),
    folder: sent ? 'recoverSent' : 'recoverReceive',
    threadId: null,
    recoverableUntil: removedAt + limits.purgedRecoveryMs,
  }
}
