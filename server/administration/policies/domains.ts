/** Domains of an organization: claimed, and had only once DNS proves them (TRUST S22). */
import { randomBytes } from 'node:crypto'
import { getPublicSuffix } from 'tldts'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/domains'
import { domainLimits } from '#contract/endpoints/organization/domains'
import { asciiDomain } from '#contract/mail/domainSpelling'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { OrganizationStore } from '../../organizations/organizations.store'
import type { AttemptStore } from '../../session/attempts/attempts.store'
import { type AdministratorDeps, administratorOf } from '../administrator'
import type { Change } from '../administrators.store'
import type { DomainClaim, DomainClaims, DomainProof } from './domainClaims.store'
import type { OwnDomains } from './ownDomains'
import type { TxtRecords } from './txtRecords'

export type DomainDeps = AdministratorDeps & {
  readonly domainClaims: DomainClaims
  readonly organizations: Pick<OrganizationStore, 'domains' | 'ownedOf'>
  readonly attempts: Pick<AttemptStore, 'noteWithin'>
  readonly ownDomains: OwnDomains
  /** The operator's own, which nobody claims. */
  readonly productDomains: readonly string[]
  readonly txtRecords: TxtRecords
  readonly clock: Clock
  /** False where a mail server has the mailboxes. */
  readonly knowsContacts: boolean
}

type Shown = Reply<typeof entries.administrationDomains>

/** Under the claimed domain, where no mail program and no browser looks. */
const recordName = (domain: string) => `_ep-mail.${domain}`
const recordValue = (token: string) => `ep-mail-domain=${token}`

async function shown({ domainClaims, productDomains, knowsContacts, clock }: DomainDeps, code: string): Promise<Shown> {
  const proved = await domainClaims.proofs(code)
  const addresses = await domainClaims.addresses(code)
  const since = clock.now() - domainLimits.claimMs
  const claims = (await domainClaims.list(code)).filter(({ addedAt }) => addedAt > since)
  return {
    takesMail: knowsContacts,
    proved: proved.map(({ domain, token, state, checkedAt }) => ({
      ...{ domain, state, checkedAt, addresses: addresses.get(domain) ?? 0 },
      isGiven: productDomains.includes(domain),
      ...{ name: recordName(domain), value: token === null ? '' : recordValue(token) },
    })),
    claims: claims.map(({ domain, token, state, found, addedAt, checkedAt }) => ({
      ...{ domain, state, checkedAt, found: [...found] },
      ...{ name: recordName(domain), value: recordValue(token), expiresAt: addedAt + domainLimits.claimMs },
    })),
  }
}

export const makeAdministrationDomains =
  (deps: DomainDeps) =>
  async (_form: unknown, caller: Caller): Promise<Shown> =>
    shown(deps, (await administratorOf(deps, caller)).change.organization)

const refused = (code: ConstructorParameters<typeof Refusal>[0], payload = {}) =>
  new Refusal(code, { field: 'domain', payload })

export const makeAddDomain =
  (deps: DomainDeps) =>
  async ({ domain: typed }: Form<typeof entries.addOrganizationDomain>, caller: Caller): Promise<Shown> => {
    const { change } = await administratorOf(deps, caller)
    const code = change.organization
    const domain = asciiDomain(typed.trim().replace(/^@/, ''))
    if (!isName(domain)) throw refused('nameInvalid')
    const had = await deps.organizations.domains(code)
    if (had.includes(domain)) return shown(deps, code)
    if (had.length >= domainLimits.proved) throw refused('tooManyTries')
    // The same answer for all of them: it does not tell whose it is (TRUST S21).
    if (isReserved(domain, deps.productDomains) || (await deps.organizations.ownedOf([domain])).size > 0)
      throw refused('nameTaken')
    const token = randomBytes(16).toString('hex')
    const now = deps.clock.now()
    const claim = { domain, token, most: domainLimits.claims, since: now - domainLimits.claimMs }
    if (!(await deps.domainClaims.add({ ...change, now }, claim))) throw refused('tooManyTries')
    return shown(deps, code)
  }

export const makeCheckDomain =
  (deps: DomainDeps) =>
  async ({ domain: typed }: Form<typeof entries.checkOrganizationDomain>, caller: Caller): Promise<Shown> => {
    const { domainClaims, attempts, txtRecords, clock } = deps
    const { change } = await administratorOf(deps, caller)
    const code = change.organization
    const domain = asciiDomain(typed)
    const now = clock.now()
    const proof = (await domainClaims.proofs(code)).find((it) => it.domain === domain)
    const claims = await domainClaims.list(code)
    const claim = claims.find((it) => it.domain === domain && it.addedAt + domainLimits.claimMs > now)
    if (proof === undefined && claim === undefined) throw refused('notFound')
    // What the operator gave has no record.
    if (proof !== undefined && deps.productDomains.includes(domain)) throw refused('notAllowed')
    const { checks, checkWindowMs } = domainLimits
    if (!(await attempts.noteWithin(`domain-checks:${code}`, now, checkWindowMs, checks)))
      throw refused('tooManyTries', { retryAfter: checkWindowMs / 1_000 })
    const texts = await txtRecords(recordName(domain))
    if (proof !== undefined)
      await domainClaims.noteProof(code, { domain, state: stateOf(proof, texts), checkedAt: now })
    else if (claim !== undefined) await checkClaim(deps, { ...change, now }, claim, texts)
    return shown(deps, code)
  }

type Texts = Awaited<ReturnType<TxtRecords>>

/** Of a proof whose token was not kept any record of ours is taken: it is only shown. */
function stateOf({ token }: DomainProof, texts: Texts): DomainProof['state'] {
  if (texts === null) return 'away'
  const isThere = texts.some((it) => (token === null ? it.startsWith(recordValue('')) : it === recordValue(token)))
  return isThere ? 'found' : 'missing'
}

async function checkClaim(
  { domainClaims, ownDomains }: DomainDeps,
  change: Change,
  claim: DomainClaim,
  texts: Texts,
): Promise<void> {
  const { domain } = claim
  if (texts?.includes(recordValue(claim.token)) === true) {
    const done = await domainClaims.prove(change, { domain, token: claim.token, most: domainLimits.proved })
    if (done === 'taken') throw refused('nameTaken')
    if (done === 'full') throw refused('tooManyTries')
    if (done === 'gone') throw refused('notFound')
    return ownDomains.refresh()
  }
  const found = [...new Set(texts ?? [])]
    .slice(0, domainLimits.found)
    .map((it) => it.slice(0, domainLimits.foundCharacters))
  const seen = { state: texts === null ? 'away' : 'missing', found, checkedAt: change.now } as const
  await domainClaims.note(change.organization, domain, seen)
}

export const makeRemoveDomain =
  (deps: DomainDeps) =>
  async ({ domain: typed }: Form<typeof entries.removeOrganizationDomain>, caller: Caller): Promise<Shown> => {
    const { change } = await administratorOf(deps, caller)
    const code = change.organization
    const domain = asciiDomain(typed)
    // What the operator gave, the operator takes.
    if (deps.productDomains.includes(domain)) throw refused('notAllowed')
    const done = await deps.domainClaims.remove({ ...change, now: deps.clock.now() }, domain)
    if (done === 'unknown') throw refused('notFound')
    if (done !== 'removed') throw refused('notAllowed', { addresses: done })
    await deps.ownDomains.refresh()
    return shown(deps, code)
  }

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

function isName(domain: string): boolean {
  const labels = domain.split('.')
  // The last one of an address of the internet is no number.
  return labels.length > 1 && labels.every((it) => label.test(it)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** The product's own, what is below it, and names under which anybody registers. */
function isReserved(domain: string, product: readonly string[]): boolean {
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) return true
  return product.some((own) => {
    const ascii = asciiDomain(own)
    return domain === ascii || domain.endsWith(`.${ascii}`) || ascii.endsWith(`.${domain}`)
  })
}
