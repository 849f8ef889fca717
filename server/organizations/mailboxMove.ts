/** The transfer of a mailbox into its owner's organization: begun, shown, cancelled (TRUST S22). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/mailboxMove'
import { asciiDomain } from '#contract/mail/domainSpelling'
import { tiers } from '#contract/tiers'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { domainOf } from '../core/emailAddress'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailboxMove, MailboxMoves, MovedMails } from './mailboxMoves.store'
import type { OrganizationStore } from './organizations.store'

export type MailboxMoveDeps = {
  readonly mailboxMoves: MailboxMoves
  readonly organizations: Pick<OrganizationStore, 'byCode' | 'domains'>
  /** Null where a mail server keeps the mailboxes. */
  readonly movedMails: MovedMails | null
  readonly clock: Clock
  /** There is work. */
  readonly wakeJobs: () => void
}

type Shown = Reply<typeof entries.mailboxMove>

const unmoved = { state: 'none', isCancelled: false } as const

function shown(move: MailboxMove | null): Shown {
  if (move === null) return { ...unmoved, done: 0, total: 0, address: '', reason: null, forwardUntil: null }
  const { state, isCancelled, done, total, address, reason, forwardUntil } = move
  return { state, isCancelled, done, total, address, reason: state === 'failed' ? reason : null, forwardUntil }
}

async function told({ mailboxMoves, movedMails }: MailboxMoveDeps, account: AccountId): Promise<Shown> {
  if (movedMails === null) throw new Refusal('serverCannot')
  return shown(await mailboxMoves.find(account))
}

export const makeMailboxMove =
  (deps: MailboxMoveDeps) =>
  (_form: unknown, { account }: Caller): Promise<Shown> =>
    told(deps, account.id)

const refused = {
  foreign: 'notFound',
  taken: 'nameTaken',
  full: 'seatsFull',
  running: 'notAllowed',
} as const

export const makeStartMailboxMove =
  (deps: MailboxMoveDeps) =>
  async (form: Form<typeof entries.startMailboxMove>, { account }: Caller): Promise<Shown> => {
    const { mailboxMoves, organizations, movedMails, clock, wakeJobs } = deps
    if (movedMails === null) throw new Refusal('serverCannot')
    const no = (code: ConstructorParameters<typeof Refusal>[0]) => new Refusal(code, { field: 'domain' })
    const domain = asciiDomain(form.domain)
    const organization = account.organization === null ? null : await organizations.byCode(account.organization)
    // The same answer for one that is nobody's and one that is another's (TRUST S21).
    if (organization === null || !(await organizations.domains(organization.code)).includes(domain))
      throw no('notFound')
    if (domainOf(account.address) === domain) throw no('notAllowed')
    const before = await mailboxMoves.find(account.id)
    const address = `${account.address.slice(0, account.address.lastIndexOf('@'))}@${domain}`
    const { bytes, count: total } = await movedMails.held(account.id)
    if (bytes > tiers[organization.tier].quotaBytes) throw no('quotaExceeded')
    const now = clock.now()
    if (before?.state === 'failed' && before.address === address) {
      // What its cancelling has removed already would be missing from the new mailbox.
      if (before.isCancelled) throw no('notAllowed')
      await mailboxMoves.resume(account.id, 'running', now)
    } else {
      const { forwards } = form
      const begun = { account, organization: organization.code, address, forwards, total, now }
      const result = await mailboxMoves.begin(begun)
      const running = result === 'running' ? await mailboxMoves.find(account.id) : null
      // Asked twice, it is begun once.
      const isRepeated = running?.state === 'running' && running.address === address
      if (result !== 'begun' && !isRepeated) throw no(refused[result])
    }
    wakeJobs()
    return told(deps, account.id)
  }

export const makeCancelMailboxMove =
  (deps: MailboxMoveDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> => {
    const { mailboxMoves, clock, wakeJobs } = deps
    if (deps.movedMails === null) throw new Refusal('serverCannot')
    // One that is done is no more there to be cancelled.
    if (!(await mailboxMoves.resume(account.id, 'cancelling', clock.now()))) throw new Refusal('notFound')
    wakeJobs()
    return told(deps, account.id)
  }
