/** Makes two demo mailboxes on an empty store: one free, one VIP, with mail of the last days in both languages. */
import { randomInt } from 'node:crypto'
import { systemFolders } from '../../src/contract/shapes'
import type { Account, AccountId } from '../core/account'
import type { Clock } from '../kit/clock'
import type { MailStore, MailStores } from '../mail/mail.store'
import type { AccountStore } from '../session/account.store'
import type { PasswordHasher } from '../session/password/passwordHasher.port'
import { annaMailbox } from './annaMails'
import { compose } from './compose'
import type { DemoMailbox } from './demoMail'
import { linMailbox } from './linMails'

export type DemoDeps = {
  readonly accounts: AccountStore
  readonly mailStores: MailStores
  readonly hasher: PasswordHasher
  readonly domain: string
  readonly clock: Clock
}

/** To be printed once: the password is kept nowhere but as a hash. */
export type DemoSignIn = { readonly address: string; readonly password: string; readonly tier: DemoMailbox['tier'] }

const hourMs = 3_600_000

/** Opens to no password (no hash is empty), and says that nobody was ever told one. */
const notYetOpened = ''

/**
 * Answers the new sign-ins; none where there is any account that was not begun here. What broke off in the middle is finished the next
 * time: a mailbox gets its password last, when all are full and what is left to do is to print it.
 */
export async function seedDemo(deps: DemoDeps): Promise<readonly DemoSignIn[]> {
  const { accounts, hasher, domain } = deps
  const present = await accounts.all()
  const begun = new Set<string>()
  for (const { id } of present) if ((await accounts.passwordHash(id)) === notYetOpened) begun.add(id)
  if (present.length > 0 && begun.size === 0) return []
  const ready: (DemoSignIn & { readonly id: AccountId; readonly passwordHash: string })[] = []
  for (const mailbox of [linMailbox, annaMailbox]) {
    const { local, displayName, tier } = mailbox
    const address = `${local}@${domain}`
    const made = { address, displayName, tier, passwordHash: notYetOpened, organization: null, dueAt: null }
    const account = (await accounts.add(made)) ?? (await accounts.byAddress(address))
    if (!account || (present.some(({ id }) => id === account.id) && !begun.has(account.id))) continue
    await fillMailbox(deps, account, mailbox)
    const password = strongPassword()
    ready.push({ id: account.id, address, password, tier, passwordHash: await hasher.hash(password) })
  }
  for (const { id, passwordHash } of ready) await accounts.change(id, { passwordHash })
  return ready.map(({ address, password, tier }) => ({ address, password, tier }))
}

/** Puts the mails in, oldest first; again it adds nothing, since each has a key. */
export async function fillMailbox(
  { mailStores, domain, clock }: Pick<DemoDeps, 'mailStores' | 'domain' | 'clock'>,
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
