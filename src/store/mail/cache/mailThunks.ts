/** A mail from wherever it lies nearest: memory, this browser's database, the gateway. */
import { viewMails } from '#contract/endpoints/mail/mail'
import { showMail } from '#contract/endpoints/mail/reading'
import type { Mail, MailSummary } from '#contract/shapes'
import type { Failure } from '#src/lib/http/outcome'
import type { Services } from '../../services'
import { selectUsername } from '../../session/session'
import type { AppThunk } from '../../typed'
import { openMailDatabase, readyMailDatabase } from './mailDatabase'
import { mailCached, mailRefused, rowsFetched, selectFetchedAt, selectMail } from './mailsSlice'

export type Fetched =
  | { readonly ok: true; readonly mail: Mail }
  | { readonly ok: false; readonly code: Failure['code'] }

/** Milliseconds after which it is asked whether a mail that is shown from memory is still there. */
const doubtMs = 5 * 60_000

type Running = { readonly answer: Promise<Fetched>; isWanted: boolean; readonly stop: () => void }
const running = new WeakMap<Services, Map<string, Running>>()

function runningIn(services: Services): Map<string, Running> {
  const known = running.get(services) ?? new Map<string, Running>()
  running.set(services, known)
  return known
}

function ask(id: string, signal: AbortSignal): AppThunk<Promise<Fetched>> {
  return async (dispatch, getState, { call, now }) => {
    const account = selectUsername(getState())
    // Reading has no hidden effect: whoever opens the mail marks it as an act of its own, and whoever fetches it ahead does not.
    const outcome = await call(showMail, { id }, { signal })
    // Another person's mail never comes into memory, however late the answer is.
    if (selectUsername(getState()) !== account) return { ok: false, code: 'cancelled' }
    if (!outcome.ok) return { ok: false, code: outcome.code }
    const { mail } = outcome.value
    dispatch(mailCached({ mail, at: now() }))
    void dispatch(keepMail(mail))
    return { ok: true, mail }
  }
}

/** Asks the gateway for a mail, once however many want it. `isPrefetch`: nobody waits for it yet, so that it may be stopped. */
export function fetchMail(id: string, { isPrefetch }: { readonly isPrefetch: boolean }): AppThunk<Promise<Fetched>> {
  return (dispatch, _getState, services) => {
    const all = runningIn(services)
    const known = all.get(id)
    if (known !== undefined) {
      known.isWanted ||= !isPrefetch
      return known.answer
    }
    const stopping = new AbortController()
    const answer = dispatch(ask(id, stopping.signal)).finally(() => all.delete(id))
    all.set(id, { answer, isWanted: !isPrefetch, stop: () => stopping.abort() })
    return answer
  }
}

/** Stops what is fetched ahead and nobody has opened meanwhile. */
export function stopPrefetching(): AppThunk<void> {
  return (_dispatch, _getState, services) => {
    for (const { isWanted, stop } of runningIn(services).values()) if (!isWanted) stop()
  }
}

function keepMail(mail: Mail): AppThunk<Promise<void>> {
  return async (dispatch) => {
    // How it stands with what waits to be sent or can be recovered is another matter at the next visit.
    if (mail.waits !== undefined || mail.recoverableUntil !== undefined) return
    const keeper = await dispatch(openMailDatabase())
    // Whose pictures are wanted is asked anew at the next visit (TRUST S5): it is not the mail's own.
    const { imagesAllowed: _, ...kept } = mail
    if (await keeper?.kept.put([kept])) keeper?.ids.add(mail.id)
  }
}

/** What a list says of a mail, and when the gateway said so. */
export type FetchedRow = { readonly row: MailSummary; readonly at: number }

/** Brings a mail that this browser kept into memory; undefined where it kept none. */
export function loadCachedMail(id: string, told?: FetchedRow): AppThunk<Promise<Mail | undefined>> {
  return async (dispatch, getState) => {
    const keeper = await dispatch(readyMailDatabase())
    if (keeper === null || !keeper.ids.has(id)) return undefined
    const kept = await keeper.kept.mail(id)
    if (kept === null || selectUsername(getState()) !== keeper.account) return undefined
    const known = selectMail(getState(), id)
    if (known !== undefined) return known
    dispatch(mailCached({ mail: kept, at: 0 }))
    // What a row says of its marks is newer.
    if (told !== undefined) dispatch(rowsFetched({ rows: [told.row], at: told.at }))
    return selectMail(getState(), id)
  }
}

const checking = new WeakMap<Services, Map<string, Promise<void>>>()

/**
 * Asks for a mail's row where nobody has told of it lately: one that went elsewhere meanwhile is gone here as well (TRUST R11). Answers
 * the mail with the marks that it has now; undefined where it is gone.
 */
export function checkMail(id: string): AppThunk<Promise<Mail | undefined>> {
  return async (dispatch, getState, services) => {
    const isTold = services.now() - selectFetchedAt(getState(), id) < doubtMs
    if (selectMail(getState(), id) !== undefined && !isTold) {
      const all = checking.get(services) ?? new Map<string, Promise<void>>()
      checking.set(services, all)
      const answer = all.get(id) ?? dispatch(askForRow(id)).finally(() => all.delete(id))
      all.set(id, answer)
      await answer
    }
    return selectMail(getState(), id)
  }
}

/** Without an answer it stays as it is shown. */
function askForRow(id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, now }) => {
    const account = selectUsername(getState())
    const outcome = await call(viewMails, { ids: [id] })
    if (!outcome.ok || selectUsername(getState()) !== account) return
    if (outcome.value.list.length === 0) dispatch(mailRefused({ id, code: 'notFound' }))
    else dispatch(rowsFetched({ rows: outcome.value.list, at: now() }))
  }
}
