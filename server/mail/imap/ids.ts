/** The names that folders and mails bear outside: URL-safe, strictly read, and of this account's own mailboxes alone. */
import { createHash } from 'node:crypto'
import type { AccountId } from '../../core/account'
import type { FolderId, MailId } from '../../core/mail'

/** Where a mail lies: `owner` marks the account and `box` names the mailbox within ids (see `ownerOf`, `boxOf`). */
export type MailName = {
  readonly owner: string
  readonly box: string
  readonly uidValidity: bigint
  readonly uid: number
}

/** An id may have 200 characters; a longer path is named by a digest, which the list of folders resolves. */
const longestBox = 150
const greatestUid = 4_294_967_295

/** A mailbox's path as it stands in ids. */
export function boxOf(path: string): string {
  const plain = Buffer.from(path).toString('base64url')
  return plain.length <= longestBox ? `p${plain}` : `d${createHash('sha256').update(path).digest('base64url')}`
}

/** The path that a box spells out, or null for a digest or what is no box. */
export function pathOf(box: string): string | null {
  if (!/^p[\w-]{1,150}$/.test(box)) return null
  const path = Buffer.from(box.slice(1), 'base64url').toString('utf8')
  // One spelling alone is accepted, and nothing that could end a line of the protocol.
  return boxOf(path) === box && !/\p{Cc}/u.test(path) ? path : null
}

export function ownFolderId(path: string): FolderId {
  return `f_${boxOf(path)}`
}

/** Two people's mailboxes may bear the same name and the same numbers: one's id must not open another's mail. */
export function ownerOf(id: AccountId): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 5)
}

export function mailIdOf(account: AccountId, path: string, uidValidity: bigint, uid: number): MailId {
  return `${ownerOf(account)}.${boxOf(path)}.${uidValidity.toString(36)}.${uid.toString(36)}`
}

/** Null for whatever is not an id that was given out here. */
export function readMailId(id: MailId): MailName | null {
  const parts = /^([\w-]{5})\.([pd][\w-]{1,150})\.([0-9a-z]{1,13})\.([0-9a-z]{1,7})$/.exec(id)
  const [, owner, box, validity, last] = parts ?? []
  if (owner === undefined || box === undefined || validity === undefined || last === undefined) return null
  const uid = Number.parseInt(last, 36)
  const uidValidity = bigintOf(validity)
  if (uid < 1 || uid > greatestUid || uid.toString(36) !== last || uidValidity.toString(36) !== validity) return null
  return box.startsWith('d') || pathOf(box) !== null ? { owner, box, uidValidity, uid } : null
}

function bigintOf(base36: string): bigint {
  let value = 0n
  for (const digit of base36) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value
}
