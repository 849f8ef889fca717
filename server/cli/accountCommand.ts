/** What the account command does, word by word; each answers what to print, and throws `Misuse` for what it cannot take. */

import { limits } from '../../src/contract/limits'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { registrationLimits } from '../../src/contract/registration/registrationLimits'
import { isAddress, isPasswordStrong } from '../../src/contract/rules'
import { isVip, type TierId, tierIds, tiers } from '../../src/contract/tiers'
import type { Account, AccountId } from '../core/account'
import { domainOf } from '../core/emailAddress'
import type { Clock } from '../kit/clock'
import { endOfDate } from '../kit/membershipDays'
import { hashToken, newToken } from '../kit/token'
import type { Closings } from '../leaving/closings.store'
import type { OrganizationStore } from '../organizations/organizations.store'
import type { AccountStore } from '../session/account.store'
import { failuresFor } from '../session/attempts/attemptKeys'
import type { AttemptStore } from '../session/attempts/attempts.store'
import { type AccessStores, endAccess, endAccessAndPasskeys } from '../session/endAccess'
import type { FactorStore } from '../session/factors/factors.store'
import type { PasskeyStore } from '../session/passkeys/passkeys.store'
import type { PasswordHasher } from '../session/password/passwordHasher.port'
import type { RegistrationStore } from '../session/registration/registrations.store'
import { Misuse } from './misuse'

export type AccountCommandDeps = AccessStores & {
  readonly accounts: AccountStore
  readonly attempts: AttemptStore
  readonly registrations: Pick<RegistrationStore, 'addInvite'>
  readonly clock: Clock
  readonly factors: Pick<FactorStore, 'turnOff'>
  readonly passkeys: Pick<PasskeyStore, 'removeAll'>
  readonly hasher: PasswordHasher
  readonly closings: Pick<Closings, 'blockName'>
  readonly deleteAccountData: (account: AccountId) => Promise<void>
  readonly organizations: Pick<OrganizationStore, 'ownedOf'>
  readonly mailDomains: readonly string[]
  /** Mail and passwords are a mail server's: only what the product keeps beside them is administered here. */
  readonly isMailElsewhere?: boolean
}

export type Wanted = {
  readonly words: readonly string[]
  readonly password?: string | undefined
  readonly tier?: string | undefined
  /** The last day of a membership, or `never`. */
  readonly until?: string | undefined
  readonly name?: string | undefined
  readonly yes?: boolean | undefined
  /** Of a rebuild: who gets the files of which nothing is noted. */
  readonly into?: string | undefined
}

export const usage = `Usage: npm run account -- <command>

  add <address> --password <password> [--tier <tier>] [--name <name>]
                                without --password where IMAP_URL is set
  list
  invite                        lets somebody register once, within 7 days, where REGISTRATION=invite
  password <address> --password <password>
  tier <address> <tier> [--until 2027-01-31]
                                until: its last day, or never; as it is where left out
  lock <address>
  unlock <address>
  factors-off <address>         signs in by password alone again, without passkeys: for whoever lost authenticator and recovery codes
  remove <address> --yes        its mail goes with it
  rebuild [--into <address>]    mailboxes from message files, where the database is lost; with no gateway running

Tiers: ${tierIds.join(', ')}`

type Verb = (deps: AccountCommandDeps, wanted: Wanted) => Promise<string>

const verbs: Readonly<Record<string, Verb>> = {
  ...{ add, list, invite, password, tier, lock, unlock, remove },
  'factors-off': factorsOff,
}

export function runAccountCommand(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  const [word = ''] = wanted.words
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined
  if (!verb) throw new Misuse(word === '' ? usage : `There is no command ${JSON.stringify(word)}.\n\n${usage}`)
  return verb(deps, { ...wanted, words: wanted.words.slice(1) })
}

async function add(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  const { accounts, hasher, mailDomains, organizations, isMailElsewhere = false } = deps
  const address = addressKey(onlyWord(wanted, 'an address'))
  if (!isAddress(address)) throw new Misuse(`${JSON.stringify(address)} is not an address.`)
  const domain = domainOf(address)
  const isProved = async () => !isMailElsewhere && (await organizations.ownedOf([domain])).has(domain)
  if (!mailDomains.includes(domain) && !(await isProved())) {
    throw new Misuse(`Mail of ${domain} is not kept here. MAIL_DOMAINS holds: ${mailDomains.join(', ')}.`)
  }
  const tierId = tierOf(wanted.tier ?? 'free')
  if (isMailElsewhere && wanted.password !== undefined) throw passwordsElsewhere()
  const passwordHash = isMailElsewhere ? '' : await hasher.hash(strongPassword(wanted))
  const displayName = wanted.name?.trim() || address.slice(0, address.lastIndexOf('@'))
  const account = await accounts.add({
    address,
    displayName,
    passwordHash,
    tier: tierId,
    organization: null,
    dueAt: null,
  })
  if (!account) throw new Misuse(`${address} exists already.`)
  if (isMailElsewhere) return `Added ${address} (${tierId}); its mailbox and password are the mail server's.`
  return `Added ${address} (${tierId}, ${tiers[tierId].quotaBytes / 1024 ** 3} GB).`
}

function passwordsElsewhere(): Misuse {
  return new Misuse('Passwords are kept by the mail server of IMAP_URL: change them there.')
}

async function list({ accounts }: AccountCommandDeps, { words }: Wanted): Promise<string> {
  if (words.length > 0) throw new Misuse(`list takes nothing more.\n\n${usage}`)
  const all = await accounts.all()
  if (all.length === 0) return 'There is no mailbox yet.'
  const rows = all.map((it) => [
    it.address,
    it.tier,
    it.closesAt !== undefined ? 'closed' : it.locked ? 'locked' : 'open',
    it.displayName,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

async function invite(
  { registrations, clock, isMailElsewhere }: AccountCommandDeps,
  { words }: Wanted,
): Promise<string> {
  if (words.length > 0) throw new Misuse(`invite takes nothing more.\n\n${usage}`)
  if (isMailElsewhere) throw new Misuse('Mailboxes are made at the mail server of IMAP_URL: nobody registers here.')
  const code = newToken()
  await registrations.addInvite(hashToken(code), clock.now() + registrationLimits.inviteMs)
  return `Invitation, good once within ${registrationLimits.inviteMs / limits.dayMs} days:\n${code}`
}

async function password(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  if (deps.isMailElsewhere) throw passwordsElsewhere()
  const account = await named(deps, onlyWord(wanted, 'an address'))
  await deps.accounts.change(account.id, { passwordHash: await deps.hasher.hash(strongPassword(wanted)) })
  await endAccessAndPasskeys(deps, account.id)
  return `Changed the password of ${account.address}, removed its passkeys and ended its sessions.`
}

async function tier(deps: AccountCommandDeps, { words, tier: option, until }: Wanted): Promise<string> {
  const [address, word = option, ...rest] = words
  if (address === undefined || word === undefined || rest.length > 0)
    throw new Misuse(`tier takes an address and a tier.\n\n${usage}`)
  const tierId = tierOf(word)
  const dueAt = until === undefined ? undefined : until === 'never' ? null : endOfDate(until)
  if (dueAt === null && until !== 'never') throw new Misuse(`${JSON.stringify(until)} is no day: --until 2027-01-31`)
  const account = await named(deps, address)
  await deps.accounts.change(account.id, { tier: tierId, ...(dueAt !== undefined && { dueAt }) })
  const ends = until === undefined ? '' : until === 'never' ? ', without end' : `, until ${until}`
  return `${account.address} is ${tierId} now${isVip(tierId) ? ' (VIP)' : ''}${ends}.`
}

async function lock(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  const account = await named(deps, onlyWord(wanted, 'an address'))
  await deps.accounts.change(account.id, { locked: true })
  await endAccess(deps, account.id)
  return `Locked ${account.address} and ended its sessions. Mail still arrives.`
}

async function unlock(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  const account = await named(deps, onlyWord(wanted, 'an address'))
  // Opened before its end, it would have no second factor yet.
  if (account.isUnfinished === true)
    throw new Misuse(`${account.address} opens once the transfer of its mailbox is done.`)
  await deps.accounts.change(account.id, { locked: false })
  // Too many wrong passwords lock as well, and look the same to whoever asks for help.
  await deps.attempts.clear(failuresFor(account.address))
  const { closesAt } = account
  if (closesAt !== undefined)
    return `${account.address} was closed by its owner, who takes it back by signing in before ${new Date(closesAt).toISOString()}.`
  return `Unlocked ${account.address}.`
}

async function factorsOff(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  const account = await named(deps, onlyWord(wanted, 'an address'))
  await deps.factors.turnOff(account.id)
  await endAccessAndPasskeys(deps, account.id)
  return `${account.address} signs in by password alone now; its sessions ended.`
}

async function remove(deps: AccountCommandDeps, wanted: Wanted): Promise<string> {
  const account = await named(deps, onlyWord(wanted, 'an address'))
  const what = deps.isMailElsewhere ? 'all that is kept of it here' : 'all its mail'
  if (!wanted.yes) throw new Misuse(`This removes ${account.address} and ${what} for good. Say --yes to do it.`)
  // Shut first and gone last: a removal that breaks off lets nobody in, and is finished by asking for it again.
  await deps.accounts.change(account.id, { locked: true })
  await endAccess(deps, account.id)
  await deps.deleteAccountData(account.id)
  // As where its time is over: mail for whoever left reaches nobody else.
  if (account.isClosed) await deps.closings.blockName(account.address, deps.clock.now())
  await deps.accounts.remove(account.id)
  // What arrived, or was still under way, while the rest went.
  await endAccess(deps, account.id)
  await deps.deleteAccountData(account.id)
  return `Removed ${account.address} and ${what}.`
}

async function named({ accounts }: AccountCommandDeps, address: string): Promise<Account> {
  const account = await accounts.byAddress(address)
  if (!account) throw new Misuse(`There is no mailbox ${JSON.stringify(address)}.`)
  return account
}

function onlyWord({ words }: Wanted, what: string): string {
  const [word, ...rest] = words
  if (word === undefined || rest.length > 0) throw new Misuse(`This takes ${what} and nothing more.\n\n${usage}`)
  return word
}

function strongPassword({ password: given }: Wanted): string {
  if (given === undefined) throw new Misuse("The password is missing: --password 'Passw0rd!a'")
  if (isPasswordStrong(given)) return given
  throw new Misuse('The password is too weak: 8 to 16 characters, three of upper case, lower case, digit and symbol.')
}

function tierOf(word: string): TierId {
  const found = tierIds.find((it) => it === word)
  if (!found) throw new Misuse(`There is no tier ${JSON.stringify(word)}. Tiers: ${tierIds.join(', ')}.`)
  return found
}
