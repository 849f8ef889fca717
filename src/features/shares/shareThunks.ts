/** What owners and guests ask of the gateway. */
import * as v from 'valibot'
import { type Call, type Endpoint, writeForm } from '#contract/endpoint'
import * as links from '#contract/endpoints/files/links'
import * as files from '#contract/endpoints/sending/sharedFiles'
import * as calls from '#contract/endpoints/sending/shares'
import { type ShareEnd, shareEnds } from '#contract/shares/shareRules'
import { saveFile } from '#src/components/browser/saveFile'
import { randomHex } from '#src/lib/hash/randomHex'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { readFailure } from '#src/lib/http/readFailure'
import { outcomeOf, say } from '#src/store/ask'
import type { Services } from '#src/store/services'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'

const ask =
  <E extends Endpoint>(entry: E) =>
  (form: Call<E>) =>
    outcomeOf(entry, form)

export const shareMessage = ask(calls.makeShare)
export const shareStored = ask(files.shareFiles)
export const readSharedFolder = ask(files.sharedFolder)
export const askAsGuest = ask(calls.askShare)
export const readAsGuest = ask(calls.readShare)
export const askLinkedFile = ask(links.askFileLink)
export const openLinkedFile = ask(links.openFileLink)

/** False where it was refused, which is said. */
export function endShare(id: string): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.revokeShare, { id })
    dispatch(outcome.ok ? noticeShown({ tone: 'success', message: 'shares:revoked' }) : say(outcome))
    return outcome.ok
  }
}

type Given = Omit<Call<typeof calls.openShare>, 'visit'>

const heldVisit = v.object({ secret: v.string(), visit: v.string() })

/** The visit that this tab has: opened before a reload, or in an open whose answer was lost. */
export function visitOf(secret: string): AppThunk<string | null> {
  return (_dispatch, _getState, { tabItems }) => {
    const held = v.safeParse(heldVisit, tabItems.get('shareVisit'))
    return held.success && held.output.secret === secret ? held.output.visit : null
  }
}

export function forgetVisit(): AppThunk {
  return (_dispatch, _getState, { tabItems }) => tabItems.remove('shareVisit')
}

export function openAsGuest(form: Given): AppThunk<Promise<Outcome<{ visit: string }>>> {
  return async (dispatch, _getState, { call, tabItems }) => {
    const { secret } = form
    const visit = dispatch(visitOf(secret)) ?? randomHex(32)
    // Held before it is sent: what is sent again is the same open.
    tabItems.set('shareVisit', { secret, visit })
    const outcome = await call(calls.openShare, { ...form, visit })
    return outcome.ok ? { ok: true, value: { visit } } : outcome
  }
}

/** Why a share is over; null where it was refused for another reason. */
export function endOf({ code, payload }: Failure): ShareEnd | null {
  if (code !== 'shareOver') return null
  const reason = v.safeParse(v.picklist(shareEnds), payload.reason)
  return reason.success ? reason.output : 'revoked'
}

const unreachable: Failure = { ok: false, code: 'unreachable', payload: {} }

type Asked<E> = Call<E> & { readonly visit: string }

const addressOf = (server: NonNullable<Services['server']>, { path }: Endpoint) =>
  `${server.baseUrl.replace(/\/+$/, '')}/${path}`

const fieldsOf = <E extends Endpoint>(entry: E, form: Call<E>): readonly (readonly [string, string])[] =>
  Object.entries(writeForm(entry, form)).flatMap(([key, values]) => values.map((value) => [key, value] as const))

/** By POST, so that no address can be passed on; held in memory until it is whole. */
export function fetchBytes<E extends Endpoint>(entry: E, form: Asked<E>): AppThunk<Promise<Outcome<Blob>>> {
  return async (_dispatch, _getState, { server }) => {
    if (server === null) return unreachable
    const body = new URLSearchParams(fieldsOf(entry, form).map(([key, value]) => [key, value])).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    try {
      const answer = await server.fetch(addressOf(server, entry), { method: 'POST', body, headers, cache: 'no-store' })
      if (answer.ok) return { ok: true, value: await answer.blob() }
      return failureOf(answer.status, await answer.text())
    } catch {
      return unreachable
    }
  }
}

function failureOf(status: number, text: string): Failure {
  const unread: Failure = { ok: false, code: 'badReply', payload: {} }
  try {
    return readFailure(status, text, JSON.parse(text)) ?? unread
  } catch {
    return unread
  }
}

/**
 * Saved by the browser as it comes, however large: a form is sent, so that no address can be
 * passed on. What is refused is answered into its frame.
 */
export function saveAnswer<E extends Endpoint>(
  entry: E,
  form: Asked<E>,
  onRefused: (failure: Failure) => void,
): AppThunk<Promise<void>> {
  return async (_dispatch, _getState, { server, call }) => {
    // What has ended is told in time, for whatever reason.
    const outcome = await call(calls.readShare, { visit: form.visit })
    if (!outcome.ok) return onRefused(outcome)
    if (server === null) return onRefused(unreachable)
    sendForm(addressOf(server, entry), fieldsOf(entry, form), (text) => onRefused(failureOf(404, text)))
  }
}

function sendForm(
  address: string,
  fields: readonly (readonly [string, string])[],
  onAnswer: (text: string) => void,
): void {
  const frame = document.createElement('iframe')
  const form = document.createElement('form')
  frame.name = `save-${randomHex(8)}`
  frame.hidden = true
  Object.assign(form, { method: 'post', action: address, target: frame.name, hidden: true })
  for (const [name, value] of fields) form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(frame, form)
  // A file leaves the frame as it was: only what is read loads.
  frame.addEventListener('load', () => {
    const { contentDocument } = frame
    if (contentDocument?.URL === 'about:blank') return
    frame.remove()
    onAnswer(contentDocument?.body.textContent ?? '')
  })
  form.submit()
  form.remove()
}

type File = Call<typeof calls.downloadShared>

export const fetchShared = (file: File): AppThunk<Promise<Outcome<Blob>>> => fetchBytes(calls.downloadShared, file)

/** Answers how the share ended, where it did. */
export function saveShared(file: File, name: string): AppThunk<Promise<ShareEnd | null>> {
  return async (dispatch) => {
    const outcome = await dispatch(fetchShared(file))
    if (outcome.ok) {
      saveFile(outcome.value, name)
      return null
    }
    const end = endOf(outcome)
    if (end === null) dispatch(say(outcome))
    return end
  }
}
