/** The reply that a mailbox gives while its owner is away. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/autoReply'
import { autoReplyFault } from '#contract/mail/autoReplyRules'
import type { PolicyStore } from '../administration/policies/policies.store'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { AwayReply } from '../core/rules/rules'
import type { Clock } from '../kit/clock'
import { instantIn, zoneNamed } from '../kit/ical/zones'
import { isTimezone } from '../kit/zonedDate'
import type { RuleStores } from './rules.store'
import { rewriteRules } from './senderRules'

export type AutoReplyDeps = {
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
  readonly policies: Pick<PolicyStore, 'of'>
  readonly clock: Clock
  /** False where a mail server answers, which does not know the contacts. */
  readonly knowsContacts: boolean
}

type Shown = Reply<typeof entries.readAutoReply>

export const makeReadAutoReply =
  (deps: AutoReplyDeps) =>
  async (_form: unknown, { account, session }: Caller): Promise<Shown> => {
    if (deps.rules === null) throw new Refusal('serverCannot')
    const { away } = (await deps.rules.of(account).load()).rules
    return shown(deps, away, session.timezone, await hasColleagues(deps, account))
  }

export const makeSaveAutoReply =
  (deps: AutoReplyDeps) =>
  async (form: Form<typeof entries.saveAutoReply>, { account }: Caller): Promise<Shown> => {
    const fault = autoReplyFault(form)
    if (fault !== null) throw new Refusal(fault.code, { field: fault.field })
    if (!isTimezone(form.zone)) throw new Refusal('badField', { field: 'zone' })
    const contactText = form.contactText.trim()
    if (contactText !== '' && !deps.knowsContacts) throw new Refusal('serverCannot', { field: 'contactText' })
    const colleagueText = form.colleagueText?.trim()
    const { isOn, text, firstDay, lastDay, zone } = form
    const period = { firstDay: firstDay || null, lastDay: lastDay || null, zone }
    return rewritten(deps, account, zone, ({ contactText: _contacts, colleagueText: colleagues, ...before }) => ({
      ...before,
      ...{ isEnabled: isOn, text: text.trim(), period, days: 1 },
      ...{ from: startOf(period.firstDay, zone, 0), until: startOf(period.lastDay, zone, 1) },
      ...(contactText === '' ? {} : { contactText }),
      // Where it is not shown, what was written stays.
      ...withColleagues(colleagueText ?? colleagues),
    }))
  }

export const makeEndAutoReply =
  (deps: AutoReplyDeps) =>
  async (_form: unknown, { account, session }: Caller): Promise<Shown> =>
    rewritten(deps, account, session.timezone, (before) => ({ ...before, isEnabled: false }))

async function rewritten(
  deps: AutoReplyDeps,
  account: Account,
  zone: string,
  change: (before: AwayReply) => AwayReply,
): Promise<Shown> {
  let made: AwayReply | null = null
  await rewriteRules(deps.rules, account, (set) => {
    made = change(set.away)
    return JSON.stringify(made) === JSON.stringify(set.away) ? null : { ...set, away: made }
  })
  if (made === null) throw new Refusal('operationFailed')
  return shown(deps, made, zone, await hasColleagues(deps, account))
}

const withColleagues = (colleagueText = '') => (colleagueText === '' ? {} : { colleagueText })

/** Whether the organization wants another text for colleagues, and something here sends it. */
const hasColleagues = async ({ policies, knowsContacts }: AutoReplyDeps, { organization }: Account): Promise<boolean> =>
  knowsContacts && (await policies.of(organization)).colleagueReply

const dayMs = 86_400_000

/** When a day begins in a zone, or the day after it; null where no day is named. */
function startOf(day: string | null, zone: string, daysOn: 0 | 1): number | null {
  const known = zoneNamed(zone, [])
  if (day === null || known === null) return null
  return instantIn(known, Date.parse(`${day}T00:00:00Z`) + daysOn * dayMs)
}

function shown({ clock, knowsContacts }: AutoReplyDeps, away: AwayReply, zone: string, hasColleagues: boolean): Shown {
  const { isEnabled, text, contactText = '', colleagueText = '', from, until, period } = away
  const now = clock.now()
  return {
    isOn: isEnabled,
    text,
    contactText,
    colleagueText: hasColleagues ? colleagueText : '',
    hasColleagues,
    firstDay: period?.firstDay ?? '',
    lastDay: period?.lastDay ?? '',
    zone: period?.zone ?? zone,
    isActive: isEnabled && (from === null || now >= from) && (until === null || now < until),
    knowsContacts,
  }
}
