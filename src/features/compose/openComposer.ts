/** Opens a composer: the gateway's form, with a newer copy of this browser offered beside it. */
import { nanoid } from '@reduxjs/toolkit'
import { downloadTicket, downloadUpload } from '../../contract/endpoints/reading'
import { openCompose } from '../../contract/endpoints/sending'
import type { ComposeAttachment } from '../../contract/shapes'
import { type QuoteWords, sanitizeForEditor, wordQuotes } from '../../lib/html'
import type { Services } from '../../store/services'
import { selectUsername } from '../../store/session'
import type { AppThunk } from '../../store/typed'
import type { Composer, Restorable } from './composer'
import { composerFailed, composerLoading, composerOpened, selectOpen } from './composeSlice'
import { contentOf, hasSameWords, isBlank, type Origin, readKept } from './content'
import { openKeys } from './openMarks'

/** `draftId`: the draft that it was last saved as; once that is gone, the mail opens as it first did. */
export function openComposer(
  key: string,
  origin: Origin,
  draftId: string | null,
  quoteWords: QuoteWords,
): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    dispatch(composerLoading({ key }))
    const account = selectUsername(getState()) ?? ''
    const ask = ({ mode, id }: Origin) => extra.call(openCompose, { mode, ...(id === null ? {} : { id }) })
    const saved: Origin = draftId === null ? origin : { mode: 'draft', id: draftId }
    const first = await ask(saved)
    const isGone = draftId !== null && !first.ok && first.code === 'notFound'
    const outcome = isGone ? await ask(origin) : first
    const restorables = await keptOf(extra, account, isGone ? origin : saved)
    if (!outcome.ok) {
      dispatch(composerFailed({ key, code: outcome.code }))
      return
    }
    const { form } = outcome.value
    const cidUrl = await attachedPictures(extra, form.attachments)
    const html = sanitizeForEditor(wordQuotes(form.html, quoteWords), { cidUrl })
    const open = await openKeys()
    // What is still being written, in this tab or another, was not left behind.
    const left = restorables.filter((one) => !open.has(one.key) && selectOpen(getState(), one.key) === undefined)
    const newest = left.toSorted((a, b) => b.changedAt - a.changedAt)[0] ?? null
    // A copy of this very draft holds what was written after it, whatever the two clocks say.
    const isNewer =
      newest !== null &&
      (form.savedAt === null || newest.draftId === form.draftId || newest.changedAt > form.savedAt) &&
      !hasSameWords(newest.kept.content, contentOf(form, html, ''))
    const composer: Composer = {
      key,
      origin,
      content: contentOf(form, html, nanoid()),
      bodyVersion: 0,
      draftId: form.draftId,
      savedAt: form.savedAt,
      changedAt: null,
      saving: form.savedAt === null ? 'idle' : 'saved',
      saveCode: null,
      uploads: [],
      isSending: false,
      fault: null,
      restorable: isNewer ? { ...newest, savedAt: form.savedAt ?? newest.savedAt } : null,
    }
    dispatch(composerOpened(composer))
  }
}

/** The copies that this browser kept of a mail opened the same way, or of the same draft. */
async function keptOf({ localDrafts }: Services, account: string, origin: Origin): Promise<readonly Restorable[]> {
  const drafts = await localDrafts.ofAccount(account).catch(() => [])
  return drafts.flatMap((draft) => {
    const kept = readKept(draft.content)
    if (kept === null || (draft.draftId === null && isBlank(kept.content))) return []
    const isSameDraft = origin.mode === 'draft' && draft.draftId === origin.id
    const isSameOrigin = kept.origin.mode === origin.mode && kept.origin.id === origin.id
    if (!isSameDraft && !isSameOrigin) return []
    return [{ key: draft.key, changedAt: draft.changedAt, savedAt: kept.savedAt, draftId: draft.draftId, kept }]
  })
}

/** Addresses for the pictures that stand in the text; they need a ticket, since a picture sends no Authorization. */
async function attachedPictures(
  { call, linkTo }: Services,
  attachments: readonly ComposeAttachment[],
): Promise<(cid: string) => string | null> {
  if (attachments.every((attachment) => attachment.cid === undefined)) return () => null
  const ticket = await call(downloadTicket, {})
  if (!ticket.ok) return () => null
  return (cid) => {
    const found = attachments.find((attachment) => attachment.cid === cid)
    if (found === undefined) return null
    return linkTo(downloadUpload, { sid: ticket.value.sid, attachmentId: found.attachmentId, inline: true })
  }
}
