/** Makes two demo mailboxes on an empty store: one free, one VIP, with mail of the last days in both languages. */
import { randomInt } from 'node:crypto'
import { systemFolders } from '../../src/contract/shapes'
import type { Account } from '../core/account'
import type { AccountStore } from '../ports/accountStore'
import type { Clock } from '../ports/clock'
import type { MailStore, MailStores } from '../ports/mailStores'
import type { PasswordHasher } from '../ports/passwordHasher'
import { annaMailbox } from './annaMails'
import { compose } from './compose'
import type { DemoMailbox } from './demoMail'
import { linMailbox } from './linMails'

export type DemoParts = {
  readonly accounts: AccountStore
  readonly mailStores: MailStores
  readonly hasher: PasswordHasher
  readonly domain: string
  readonly clock: Clock
}

/** To be printed once: the password is kept nowhere but as a hash. */
export type DemoSignIn = { readonly address: string; readonly password: string; readonly tier: DemoMailbox['tier'] }

const hourMs = 3_600_000

/** Answers the new sign-ins; none where there is any account already. */
export async function seedDemo(parts: DemoParts): Promise<readonly DemoSignIn[]> {
  if ((await parts.accounts.all()).length > 0) return []
  const signIns: DemoSignIn[] = []
  for (const mailbox of [linMailbox, annaMailbox]) {
    const [address, password] = [`${mailbox.local}@${parts.domain}`, strongPassword()]
    const account = await parts.accounts.add({
      address,
      displayName: mailbox.displayName,
      passwordHash: await parts.hasher.hash(password),
      tier: mailbox.tier,
      organization: null,
      dueAt: null,
    })
    if (!account) continue
    await fillMailbox(parts, account, mailbox)
    signIns.push({ address, password, tier: mailbox.tier })
  }
  return signIns
}

/** Puts the mails in, oldest first; again it adds nothing, since each has a key. */
export async function fillMailbox(
  { mailStores, domain, clock }: Pick<DemoParts, 'mailStores' | 'domain' | 'clock'>,
  account: Account,
  mailbox: DemoMailbox,
): Promise<void> {
  const store = mailStores.of(account)
  const folderIds = await ownFolders(store, mailbox.folders)
  const now = clock.now()
  const inOrder = mailbox.mails.toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  for (const [index, mail] of inOrder.entries()) {
    const key = `demo-${mailbox.local}-${index}`
    const receivedAt = now - mail.hoursAgo * hourMs
    await store.append({
      folder: folderIds.get(mail.folder) ?? mail.folder,
      source: { kind: 'bytes', bytes: await compose(mail, key, receivedAt, domain) },
      flags: { seen: mail.seen ?? false, flagged: mail.flagged ?? false, answered: mail.answered ?? false },
      receivedAt,
      key,
    })
  }
}

async function ownFolders(store: MailStore, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const system: readonly string[] = systemFolders
  const ids = new Map<string, string>()
  for (const folder of await store.folders()) if (!system.includes(folder.id)) ids.set(folder.name, folder.id)
  for (const name of names) {
    if (ids.has(name)) continue
    const made = await store.createFolder(name)
    if (made) ids.set(name, made.id)
  }
  return ids
}

/** 14 characters with all four kinds, none that one mistakes for another when copying from a terminal. */
export function strongPassword(): string {
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#+-=?@']
  const pick = (from: string) => from.charAt(randomInt(from.length))
  const all = kinds.slice(0, 3).join('')
  const drawn = [...kinds.map(pick), ...Array.from({ length: 10 }, () => pick(all))]
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [one = '', two = ''] = [drawn[last], drawn[other]]
    drawn[last] = two
    drawn[other] = one
  }
  return drawn.join('')
}
