/** Tells how much has arrived in the inbox since a cursor. */
import * as v from 'valibot'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { namesPeople, withoutMuted } from '#contract/mail/noticePeople'
import { settingsRead } from '#contract/settings'
import type { Caller } from '../../core/caller'
import type { StoredSummary } from '../../core/mail'
import type { SettingsStore } from '../../settings/settings.store'
import type { MailStores } from '../mail.store'
import { summaryView } from '../mailView'
import type { InboxCursors } from './inboxCursors.store'

/** Summaries that a notice can show (CONTRACT "Calls of the specification"). */
const newestShown = 3

/** Mails whose senders are looked at; what came beyond them is told of. */
const mostJudged = 100

type Deps = {
  readonly mailStores: MailStores
  readonly inboxCursors: InboxCursors
  readonly settings: Pick<SettingsStore, 'load'>
}

export const makePollNewMail =
  ({ mailStores, inboxCursors, settings }: Deps) =>
  async (
    form: Form<typeof entries.pollNewMail>,
    { account, session, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.pollNewMail>> => {
    const store = mailStores.of(account)
    const since = form.since ?? (await inboxCursors.get(tokenHash))
    if (since === null) return { newmailcount: 0, cursor: await store.cursor(), newest: [] }
    const { count, newest, cursor } = await store.arrivals(since, mostJudged)
    if (count === 0) return { newmailcount: 0, cursor, newest: [] }
    const chosen = v.parse(settingsRead, await settings.load(account.id))
    const shown = (mails: readonly StoredSummary[]) =>
      mails.slice(0, newestShown).map((it) => summaryView(it, session.timezone))
    const reply = { newmailcount: count, cursor, newest: shown(newest) }
    if (!namesPeople(chosen)) return reply
    const { told, isAlways } = withoutMuted(newest, chosen)
    const muted = newest.length - told.length
    return { ...reply, told: { count: count - muted, always: isAlways, newest: shown(told) } }
  }
