/** Where a person's own folder stands on the server, and where it may stand. */
import type { Account } from '#server/core/account'
import type { FolderId } from '#server/core/mail'
import { Refusal } from '#server/core/refusal'
import type { Folders, Layout, Mailbox } from '../operations'
import { isSystemId } from './specialUse'

/** The layout as it is now: a kept one may be older than what another client did. */
export function freshLayout(folders: Folders, account: Account): Promise<Layout> {
  folders.changed(account.id, 'layout')
  return folders.layout(account)
}

/** A person's own folder and all beneath it, each after the one that it stands in. Throws `Refusal` where it is absent or holds a system folder. */
export function ownTree({ mailboxes, delimiter }: Layout, id: FolderId): readonly [Mailbox, ...Mailbox[]] {
  const self = mailboxes.find((one) => one.id === id && !isSystemId(one.id))
  if (self === undefined) throw new Refusal('notFound')
  const beneath = mailboxes.filter(({ path }) => delimiter !== '' && path.startsWith(`${self.path}${delimiter}`))
  // Such as what holds a provider's Sent and Trash.
  if (beneath.some((one) => isSystemId(one.id))) throw new Refusal('notAllowed')
  return [self, ...beneath.toSorted((one, other) => one.path.length - other.path.length)]
}

/** The path under a parent, `null` being the top. Throws `Refusal` for a parent that is not there or cannot be one, and for a name that no path can hold. */
export function pathUnder(layout: Layout, parentId: FolderId | null, name: string): string {
  const { mailboxes, delimiter, prefix } = layout
  checkName(layout, name)
  if (parentId === null) return `${prefix}${name}`
  const parent = mailboxes.find((one) => one.id === parentId && !isSystemId(one.id))
  if (parent === undefined) throw new Refusal('notFound', { field: 'parent' })
  if (delimiter === '') throw new Refusal('serverCannot', { field: 'parent' })
  return `${parent.path}${delimiter}${name}`
}

/** The path of the same place with another name. */
export function pathBeside(layout: Layout, { path, name: former }: Mailbox, name: string): string {
  checkName(layout, name)
  return `${path.slice(0, path.length - former.length)}${name}`
}

function checkName({ delimiter }: Layout, name: string): void {
  if (name === '' || (delimiter !== '' && name.includes(delimiter)) || /\p{Cc}/u.test(name)) {
    throw new Refusal('folderNameInvalid', { field: 'name' })
  }
}

/** Two names are equal when they look equal, whatever their case. */
const asSeen = (name: string) => name.normalize('NFKC').toLowerCase()

/** Whether another mailbox than `self` stands at that path or looks as if it did. */
export function isTaken({ mailboxes, prefix }: Layout, path: string, self: Mailbox | null): boolean {
  const top = path.startsWith(prefix) ? path.slice(prefix.length) : path
  return mailboxes.some(
    (one) =>
      one.path !== self?.path &&
      (asSeen(one.path) === asSeen(path) || (one.parent === null && asSeen(one.name) === asSeen(top))),
  )
}
