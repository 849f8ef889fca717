/** An account's folders as they stand on the server: found by one LIST, kept for a moment, counted apart from it. */
import type { ImapFlow, ListResponse, StatusQuery } from 'imapflow'
import { type SystemFolder, systemFolders } from '#contract/shapes'
import type { Account, AccountId } from '#server/core/account'
import type { Folder, FolderId, MailId } from '#server/core/mail'
import type { ImapPool } from '../context'
import { boxOf, ownerOf, ownFolderId, pathOf, readMailId } from '../ids'
import type { CountedMailbox, Folders, Layout, Mailbox, MailGroup } from '../operations'
import { isSelectable, isSystemId, makeName, systemPaths } from './specialUse'

export type FoldersOptions = {
  readonly pool: ImapPool
  /** Milliseconds for which a list of folders is believed. */
  readonly layoutMs?: number
  readonly now: () => number
}

/** Milliseconds between two lists that are read only because the one before lacks what is looked for. */
const missedMs = 1_000

/** `missedAt` is when a list was last read anew because something was missed in it. */
type Kept = { readonly layout: Promise<Layout>; readonly at: number; readonly missedAt: number }

export function makeFolders({ pool, layoutMs = 60_000, now }: FoldersOptions): Folders & {
  readonly forget: (id: AccountId) => void
} {
  const kept = new Map<AccountId, Kept>()
  // Two screens that ask at the same moment are answered by one command.
  const counting = new Map<AccountId, Promise<readonly Folder[]>>()

  const entryOf = (account: Account, missedAt = Number.NEGATIVE_INFINITY): Kept => {
    const known = kept.get(account.id)
    if (known !== undefined && now() - known.at < layoutMs) return known
    // All of it, and not what imapflow calls the list alone: that leaves out an inbox beside the namespace's prefix (`INBOX.`).
    const read = pool.use(account, async (client) => layoutOf(client, await client.list()), { again: true })
    const entry = { layout: read, at: now(), missedAt }
    for (const [id, { at }] of kept) if (now() - at >= layoutMs) kept.delete(id)
    kept.set(account.id, entry)
    read.catch(() => {
      if (kept.get(account.id) === entry) kept.delete(account.id)
    })
    return entry
  }
  const layout = (account: Account): Promise<Layout> => entryOf(account).layout
  const changed: Folders['changed'] = (id, what) => {
    counting.delete(id)
    if (what === 'layout') kept.delete(id)
  }
  /** What another gateway or client has made or renamed since stands in no kept list, so a miss looks once more. */
  const known = async (account: Account, hasAll: (layout: Layout) => boolean): Promise<Layout> => {
    const entry = entryOf(account)
    const first = await entry.layout
    if (hasAll(first) || now() - entry.missedAt < missedMs) return first
    // Of several that miss at the same moment, the first one asks for all.
    if (kept.get(account.id) === entry) kept.delete(account.id)
    return entryOf(account, now()).layout
  }
  const find: Folders['find'] = async (account, id, { make = false } = {}) => {
    const isIn = (one: Mailbox) => one.id === id && one.holdsMail
    const first = await known(account, ({ mailboxes }) => mailboxes.some(isIn))
    const found = first.mailboxes.find(isIn)
    if (found !== undefined || !make || !isSystemId(id)) return found ?? null
    await pool.use(account, (client) => client.mailboxCreate(`${first.prefix}${makeName(id)}`))
    changed(account.id, 'layout')
    return (await layout(account)).mailboxes.find(isIn) ?? null
  }
  const counted: Folders['counted'] = (account) => {
    const running = counting.get(account.id)
    if (running !== undefined) return running
    // With the inbox open: a server counts an open mailbox at once, and opens any other one first, which takes long for a large one.
    const at = now()
    const isCurrent = () => counting.get(account.id) === answer
    const answer = pool
      .within(account, 'INBOX', countAll, { lane: 'slow', readOnly: true, again: true })
      .then(({ folders, layout: read }) => {
        // What is shown is what can be opened, unless a folder was changed meanwhile.
        const before = kept.get(account.id)
        if (isCurrent() && (before === undefined || before.at <= at)) {
          const missedAt = before?.missedAt ?? Number.NEGATIVE_INFINITY
          kept.set(account.id, { layout: Promise.resolve(read), at, missedAt })
        }
        return folders
      })
      .finally(() => {
        if (isCurrent()) counting.delete(account.id)
      })
    counting.set(account.id, answer)
    return answer
  }
  return {
    layout,
    find,
    counted,
    statuses: (account) => pool.within(account, 'INBOX', statusAll, { lane: 'slow', readOnly: true, again: true }),
    changed,
    groups: async (account, ids) => {
      const groupsIn = (all: Layout) => groupsOf(account.id, ids, all)
      const wanted = new Set(ids).size
      const countIn = (all: Layout) => groupsIn(all).reduce((sum, { mails }) => sum + mails.length, 0)
      return groupsIn(await known(account, (all) => countIn(all) === wanted))
    },
    forget: (id) => changed(id, 'layout'),
  }
}

async function countAll(client: ImapFlow): Promise<{ readonly folders: readonly Folder[]; readonly layout: Layout }> {
  const hasSizes = client.capabilities.has('STATUS=SIZE') || client.enabled.has('IMAP4REV2')
  const statusQuery: StatusQuery = { messages: true, unseen: true, ...(hasSizes ? { size: true } : {}) }
  const listed = await client.list({ statusQuery })
  const status = new Map(listed.map((one) => [one.path, one.status]))
  const layout = layoutOf(client, listed)
  const folders = layout.mailboxes.map(({ id, name, parent, path, holdsMail }): Folder => {
    const { messages = 0, unseen = 0, size = 0 } = status.get(path) ?? {}
    return { id, name, parent, total: messages, unread: unseen, size, ...(holdsMail ? {} : { holdsMail }) }
  })
  const missing = systemFolders.filter((id) => !folders.some((folder) => folder.id === id)).map(emptyFolder)
  const rank = ({ id }: Folder) => (isSystemId(id) ? systemFolders.indexOf(id) : systemFolders.length)
  return { folders: [...folders, ...missing].toSorted((one, other) => rank(one) - rank(other)), layout }
}

/** Everything once more, or what another folder has. */
const views = ['\\all', '\\flagged', '\\important']

async function statusAll(client: ImapFlow): Promise<readonly CountedMailbox[]> {
  const listed = await client.list({ statusQuery: { messages: true, uidNext: true, uidValidity: true } })
  const byPath = new Map(listed.map((one) => [one.path, one]))
  return layoutOf(client, listed).mailboxes.flatMap((mailbox): CountedMailbox[] => {
    const { flags, status } = byPath.get(mailbox.path) ?? {}
    const isView = [...(flags ?? [])].some((flag) => views.includes(flag.toLowerCase()))
    if (!mailbox.holdsMail || isView) return []
    const { messages, uidNext, uidValidity } = status ?? {}
    if (messages === undefined || uidNext === undefined || uidValidity === undefined) return [{ mailbox, status: null }]
    return [{ mailbox, status: { messages, uidNext, uidValidity } }]
  })
}

function emptyFolder(id: SystemFolder): Folder {
  return { id, name: id, parent: null, total: 0, unread: 0, size: 0 }
}

/** System folders first, then a person's own by path. */
function layoutOf(client: ImapFlow, listed: readonly ListResponse[]): Layout {
  const delimiter = client.namespace?.delimiter ?? listed[0]?.delimiter ?? '/'
  const prefix = client.namespace?.prefix ?? ''
  const paths = systemPaths(listed, prefix)
  const idByPath = new Map<string, FolderId>(listed.map(({ path }) => [path, ownFolderId(path)]))
  for (const [id, path] of paths) idByPath.set(path, id)
  const isPrefix = (path: string) => `${path}${delimiter}` === prefix
  const mailboxes = listed
    .filter(({ path, flags }) => isSelectable(flags) || holdsOthers(path, delimiter, listed))
    .map(({ path, name, parentPath, flags }): Mailbox => {
      const id = idByPath.get(path) ?? ownFolderId(path)
      const parent = isPrefix(parentPath) || parentPath === '' ? null : (idByPath.get(parentPath) ?? null)
      return {
        id,
        path,
        name: isSystemId(id) ? id : name,
        parent: isSystemId(id) ? null : parent,
        holdsMail: isSelectable(flags),
      }
    })
  const rank = ({ id }: Mailbox) => (isSystemId(id) ? systemFolders.indexOf(id) : systemFolders.length)
  const byPath = (one: Mailbox, other: Mailbox) => (one.path < other.path ? -1 : 1)
  return {
    mailboxes: mailboxes.toSorted((one, other) => rank(one) - rank(other) || byPath(one, other)),
    delimiter,
    prefix,
  }
}

function holdsOthers(path: string, delimiter: string, listed: readonly ListResponse[]): boolean {
  return listed.some((other) => other.path.startsWith(`${path}${delimiter}`))
}

/** An id whose mailbox is none of this account's names nothing. */
function groupsOf(account: AccountId, ids: readonly MailId[], { mailboxes }: Layout): readonly MailGroup[] {
  const byPath = new Map(mailboxes.filter((one) => one.holdsMail).map((one) => [one.path, one]))
  const digests = new Map<string, Mailbox>()
  const mailboxOf = (box: string): Mailbox | undefined => {
    const path = pathOf(box)
    if (path !== null) return byPath.get(path)
    if (digests.size === 0) for (const one of byPath.values()) digests.set(boxOf(one.path), one)
    return digests.get(box)
  }
  const groups = new Map<string, { mailbox: Mailbox; uidValidity: bigint; mails: { id: MailId; uid: number }[] }>()
  const owner = ownerOf(account)
  for (const id of new Set(ids)) {
    const name = readMailId(id)
    const mailbox = name?.owner === owner ? mailboxOf(name.box) : undefined
    if (!name || !mailbox) continue
    const key = `${name.uidValidity} ${mailbox.path}`
    const group = groups.get(key) ?? { mailbox, uidValidity: name.uidValidity, mails: [] }
    group.mails.push({ id, uid: name.uid })
    groups.set(key, group)
  }
  return [...groups.values()]
}
