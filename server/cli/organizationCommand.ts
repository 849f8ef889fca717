/** What the organization command does; each answers what to print, or throws `Misuse`. */
import { asciiDomain } from '../../src/contract/mail/domainSpelling'
import { isTierId, type TierId, tierIds, tiers } from '../../src/contract/tiers'
import type { Administrators } from '../administration/administrators.store'
import type { ContactPicture } from '../contacts/photos/contactPhotos.store'
import type { Account } from '../core/account'
import type { Clock } from '../kit/clock'
import { dateOf } from '../kit/membershipDays'
import type { OrganizationSends } from '../organizations/organizationSends.store'
import type { Organization, OrganizationStore } from '../organizations/organizations.store'
import { sendWindowMs } from '../outbox/send/sendCount'
import type { AccountStore } from '../session/account.store'
import { type AccessStores, endAccess } from '../session/endAccess'
import { Misuse } from './misuse'

export type OrganizationCommandDeps = AccessStores & {
  readonly clock: Clock
  readonly accounts: AccountStore
  readonly organizations: OrganizationStore
  readonly organizationSends: Pick<OrganizationSends, 'count'>
  readonly administrators: Pick<Administrators, 'appoint' | 'dismiss'>
  readonly mailDomains: readonly string[]
  /** The picture of a file, written anew; null for what is none. */
  readonly readLogo: (path: string) => Promise<ContactPicture | null>
}

export type OrganizationWish = {
  readonly words: readonly string[]
  readonly name?: string | undefined
  readonly tier?: string | undefined
  readonly seats?: string | undefined
  readonly sends?: string | undefined
  readonly yes?: boolean | undefined
}

export const organizationUsage = `Usage: npm run organization -- <command>

  add <code> <name> [--tier <tier>] [--seats <number>] [--sends <number>]
                                enterprise with 10 seats where left out
  list
  change <code> [--name <name>] [--tier <tier>] [--seats <number>] [--sends <number>|none]
                                a tier reaches its members too; sends are those of all
                                members in 24 hours, or none for what the seats may send
  domain <code> <domain>        one of MAIL_DOMAINS or proved, of this organization alone
  undomain <code> <domain>
  logo <code> <file>            png, jpg or gif under 1 MB; none instead of a file removes it
  join <code> <address> [--yes] takes a seat, and ends the sessions; --yes where a paid membership ends with it
  leave <code> <address>        the mailbox stays, as a free one, and its sessions end
  appoint <code> <address>      makes a member an administrator, who changes members and settings in the app
  dismiss <code> <address>      the administrator stays a member
  remove <code>                 once it has no members

A code is 2 to 32 of a–z, 0–9 and -. Tiers: ${tierIds.join(', ')}`

type Verb = (deps: OrganizationCommandDeps, wish: OrganizationWish) => Promise<string>

const verbs: Readonly<Record<string, Verb>> = {
  ...{ add, list, change, domain, undomain, logo, join, leave, remove },
  ...{ appoint, dismiss },
}
const mostSeats = 100_000
const mostSends = 1_000_000_000

export function runOrganizationCommand(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word = '', ...words] = wish.words
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined
  if (!verb)
    throw new Misuse(
      word === '' ? organizationUsage : `There is no command ${JSON.stringify(word)}.\n\n${organizationUsage}`,
    )
  return verb(deps, { ...wish, words })
}

async function add({ organizations }: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [code = '', name = ''] = exactly(wish, 2, 'a code and a name')
  if (!/^[a-z0-9-]{2,32}$/.test(code)) throw new Misuse(`${JSON.stringify(code)} is no code.\n\n${organizationUsage}`)
  const sendsPerDay = sendsOf(wish) ?? null
  const [tier, seats] = [tierOf(wish) ?? 'enterprise', seatsOf(wish) ?? 10]
  const made = { code, name: nameOf(name), tier, seats, ...(sendsPerDay !== null && { sendsPerDay }) }
  if (!(await organizations.add(made))) throw new Misuse(`There is an organization ${code} already.`)
  return `Added ${code} (${made.tier}, ${made.seats} seats, ${tiers[made.tier].quotaBytes / 1024 ** 3} GB for each).`
}

async function list({ organizations, ...deps }: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  exactly(wish, 0, 'nothing')
  const all = await organizations.all()
  if (all.length === 0) return 'There is no organization yet.'
  const lines = all.map(async ({ code, name, tier, seats }) => {
    const [domains, members] = [await organizations.domains(code), await organizations.members(code)]
    const sends = await deps.organizationSends.count(code, deps.clock.now(), sendWindowMs)
    const used = `${members.length} of ${seats} seats  ${sends?.sent ?? 0} of ${sends?.limit ?? 0} sends`
    const head = `${code}  ${name}  ${tier}  ${used}  ${domains.join(' ') || 'no domain'}`
    return [head, ...members.map(({ address }) => `  ${address}`)].join('\n')
  })
  return (await Promise.all(lines)).join('\n')
}

async function change(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const { code } = await named(deps, exactly(wish, 1, 'a code')[0])
  const [tier, seats, sendsPerDay] = [tierOf(wish), seatsOf(wish), sendsOf(wish)]
  const name = wish.name === undefined ? undefined : nameOf(wish.name)
  const changed = { ...(name && { name }), ...(tier && { tier }), ...(seats && { seats }) }
  const all = { ...changed, ...(sendsPerDay !== undefined && { sendsPerDay }) }
  if (Object.keys(all).length === 0) throw new Misuse(`Say --name, --tier, --seats or --sends.\n\n${organizationUsage}`)
  await deps.organizations.change(code, all)
  const members = await deps.organizations.members(code)
  const over =
    seats !== undefined && members.length > seats ? ` It has ${members.length} members: all of them stay.` : ''
  return `Changed ${code}.${over}`
}

async function domain(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, typed = ''] = exactly(wish, 2, 'a code and a domain')
  const { code } = await named(deps, word)
  const name = asciiDomain(typed)
  if (!deps.mailDomains.includes(name) && !(await deps.organizations.ownedOf([name])).has(name))
    throw new Misuse(`Mail of ${name} is not kept here. MAIL_DOMAINS holds: ${deps.mailDomains.join(', ')}.`)
  if (!(await deps.organizations.addDomain(code, name))) throw new Misuse(`${name} is another organization's.`)
  return `${name} is of ${code} now.`
}

async function undomain(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, typed = ''] = exactly(wish, 2, 'a code and a domain')
  const { code } = await named(deps, word)
  await deps.organizations.removeDomain(code, asciiDomain(typed))
  return `${asciiDomain(typed)} is not of ${code}.`
}

async function logo(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, path = ''] = exactly(wish, 2, 'a code and a file')
  const { code } = await named(deps, word)
  if (path === 'none') {
    await deps.organizations.setLogo(code, null)
    return `Removed the logo of ${code}.`
  }
  const picture = await deps.readLogo(path)
  if (picture === null) throw new Misuse(`${path} is no png, jpg or gif under 1 MB.`)
  await deps.organizations.setLogo(code, `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`)
  return `Set the logo of ${code}.`
}

async function join(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, address] = exactly(wish, 2, 'a code and an address')
  const { code, seats } = await named(deps, word)
  const account = await mailboxOf(deps, address)
  if (account.organization !== null && account.organization !== code)
    throw new Misuse(`${account.address} belongs to ${account.organization}: it has to leave first.`)
  const { tier, dueAt } = account
  if (account.organization === null && dueAt !== null && dueAt > deps.clock.now() && !wish.yes)
    throw new Misuse(`${account.address} has ${tier} until ${dateOf(dueAt)}, which ends with this. Say --yes to do it.`)
  const joined = await deps.organizations.join(code, account.id)
  if (joined === 'full') throw new Misuse(`All ${seats} seats of ${code} are taken.`)
  if (joined === 'unknown') throw new Misuse(`${code} or ${account.address} has just gone.`)
  await endAccess(deps, account.id)
  return `${account.address} belongs to ${code} now.`
}

async function leave(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, address] = exactly(wish, 2, 'a code and an address')
  const account = await mailboxOf(deps, address)
  // After a rebuild from files members name one that is not there.
  const code = word === account.organization ? word : (await named(deps, word)).code
  if (!(await deps.organizations.leave(code, account.id)))
    throw new Misuse(`${account.address} does not belong to ${code}, or its administrators are removing it by now.`)
  await endAccess(deps, account.id)
  return `${account.address} belongs to no organization now, and is free.`
}

async function remove(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const { code } = await named(deps, exactly(wish, 1, 'a code')[0])
  if (!(await deps.organizations.remove(code))) throw new Misuse(`${code} has members: they have to leave first.`)
  return `Removed ${code} with its domains and its logo.`
}

async function appoint(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, address] = exactly(wish, 2, 'a code and an address')
  const { code } = await named(deps, word)
  const account = await mailboxOf(deps, address)
  const result = await deps.administrators.appoint(account.id, { organization: code, by: null, now: deps.clock.now() })
  if (result === 'unknown') throw new Misuse(`${account.address} does not belong to ${code}.`)
  if (result === 'unfit') throw new Misuse(`${account.address} is locked.`)
  return `${account.address} administers ${code} now.`
}

async function dismiss(deps: OrganizationCommandDeps, wish: OrganizationWish): Promise<string> {
  const [word, address] = exactly(wish, 2, 'a code and an address')
  const { code } = await named(deps, word)
  const account = await mailboxOf(deps, address)
  const result = await deps.administrators.dismiss(account.id, { organization: code, by: null, now: deps.clock.now() })
  if (result === 'unknown') throw new Misuse(`${account.address} does not belong to ${code}.`)
  return `${account.address} does not administer ${code}.`
}

async function named({ organizations }: OrganizationCommandDeps, code = ''): Promise<Organization> {
  const found = await organizations.byCode(code)
  if (found === null) throw new Misuse(`There is no organization ${JSON.stringify(code)}.`)
  return found
}

async function mailboxOf({ accounts }: OrganizationCommandDeps, address = ''): Promise<Account> {
  const account = await accounts.byAddress(address)
  if (account === null) throw new Misuse(`There is no mailbox ${JSON.stringify(address)}.`)
  return account
}

function exactly({ words }: OrganizationWish, count: number, what: string): readonly string[] {
  if (words.length !== count) throw new Misuse(`This takes ${what} and nothing more.\n\n${organizationUsage}`)
  return words
}

function tierOf({ tier }: OrganizationWish): TierId | undefined {
  if (tier === undefined || isTierId(tier)) return tier
  throw new Misuse(`There is no tier ${JSON.stringify(tier)}. Tiers: ${tierIds.join(', ')}.`)
}

function nameOf(typed: string): string {
  const name = typed.trim()
  if (name === '' || name.length > 100) throw new Misuse('A name has 1 to 100 characters.')
  return name
}

/** Null for no limit of its own. */
function sendsOf({ sends }: OrganizationWish): number | null | undefined {
  if (sends === undefined) return undefined
  if (sends === 'none') return null
  const count = /^\d{1,10}$/.test(sends) ? Number(sends) : 0
  if (count >= 1 && count <= mostSends) return count
  throw new Misuse(`${JSON.stringify(sends)} is no number of sends: 1 to ${mostSends}, or none.`)
}

function seatsOf({ seats }: OrganizationWish): number | undefined {
  if (seats === undefined) return undefined
  const count = /^\d{1,6}$/.test(seats) ? Number(seats) : 0
  if (count >= 1 && count <= mostSeats) return count
  throw new Misuse(`${JSON.stringify(seats)} is no number of seats: 1 to ${mostSeats}.`)
}
