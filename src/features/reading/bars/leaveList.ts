/** Leaves a mailing list in the way that its sender takes: by one request, by a mail to be sent, or on a page. */
import { unsubscribe } from '#contract/endpoints/mail/reading'
import { saveDraft } from '#contract/endpoints/sending/sending'
import { readMailtoLink } from '#contract/mail/mailtoLink'
import { escapeHtml } from '#src/lib/html'
import type { Failure } from '#src/lib/http/outcome'
import type { AppThunk } from '#src/store/typed'

export type LeaveResult = { readonly ok: true } | { readonly ok: false; readonly code: Failure['code'] }

export function leaveByRequest(id: string): AppThunk<Promise<LeaveResult>> {
  return async (_dispatch, _getState, { call }) => {
    const outcome = await call(unsubscribe, { id })
    return outcome.ok ? { ok: true } : { ok: false, code: outcome.code }
  }
}

export type DraftResult =
  | { readonly ok: true; readonly draftId: string }
  | { readonly ok: false; readonly code: Failure['code'] }

/** The mail that the list asks for, as a draft: what goes out in a person's name they see before. */
export function draftLeaving(mailto: string): AppThunk<Promise<DraftResult>> {
  return async (_dispatch, _getState, { call }) => {
    const { to, subject, text } = mailtoFields(mailto)
    const outcome = await call(saveDraft, { to: [to], subject, html: escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>') })
    return outcome.ok ? { ok: true, draftId: outcome.value.id } : { ok: false, code: outcome.code }
  }
}

/** Only the address, the subject and the text of a `mailto` count: it must not add recipients or files of its own. */
export function mailtoFields(mailto: string): { readonly to: string; readonly subject: string; readonly text: string } {
  const { to = [], subject = '', body = '' } = readMailtoLink(mailto) ?? {}
  const addresses = to.flatMap((list) => oneLine(list).split(','))
  return {
    to: addresses.map((address) => address.trim()).find((address) => address !== '') ?? '',
    subject: oneLine(subject).slice(0, 200) || 'unsubscribe',
    text: body.slice(0, 1_000),
  }
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')
