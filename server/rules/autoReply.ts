/** The reply that a mailbox gives while its owner is away. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/autoReply'
import { autoReplyFault } from '#contract/mail/autoReplyRules'
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
  readonly clock: Clock
  /** False where a mail server answers, which does not know the contacts. */
  readonly knowsContacts: boolean
}

type Shown = Reply<typeof entries.readAutoReply>

export const makeReadAutoReply =
  (deps: AutoReplyDeps) =>
  async (_form: unknown, { account, session }: Caller): Promise<Shown> => {
    if (deps.rules === null) throw new Refusal('serverCannot')
    return shown(deps, (await deps.rules.of(account).load()).rules.away, session.timezone)
  }

export const makeSaveAutoReply =
  (deps: AutoReplyDeps) =>
  async (form: Form<typeof entries.saveAutoReply>, { account }: Caller): Promise<Shown> => {
    const fault = autoReplyFault(form)
    if (fault !== null) throw new Refusal(fault.code, { field: fault.field })
    if (!isTimezone(form.zone)) throw new Refusal('badField', { field: 'zone' })
    const contactText = form.contactText.trim()
    if (contactText !== '' && !deps.knowsContacts) throw new Refusal('serverCannot', { field: 'contactText' })
    const { isOn, text, firstDay, lastDay, zone } = form
    const period = { firstDay: firstDay || null, lastDay: lastDay || null, zone }
    return rewritten(deps, account, zone, ({ contactText: _contacts, ...before }) => ({
      ...before,
      ...{ isEnabled: isOn, text: text.trim(), period, days: 1 },
      ...{ from: startOf(period.firstDay, zone, 0), until: startOf(period.lastDay, zone, 1) },
      ...(contactText === '' ? {} : { contactText }),
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
  return shown(deps, made, zone)
}

const dayMs = 86_400_000

/** When a day begins in a zone, or the day after it; null where no day is named. */
function startOf(day: string | null, zone: string, daysOn: 0 | 1): number | null {
  const known = zoneNamed(zone, [])
  if (day === null || known === null) return null
  return instantIn(known, Date.parse(`${day}T00:00:00Z`) + daysOn * dayMs)
}

function shown({ clock, knowsContacts }: AutoReplyDeps, away: AwayReply, zone: string): Shown {
  const { isEnabled, text, contactText = '', from, until, period } = away
  const now = clock.now()
  return {
    isOn: isEnabled,
    text,
    contactText,
    firstDay: period?.firstDay ?? '',
    lastDay: period?.lastDay ?? '',
    zone: period?.zone ?? zone,
    isActive: isEnabled && (from === null || now >= from) && (until === null || now < until),
    knowsContacts,
  }
}
