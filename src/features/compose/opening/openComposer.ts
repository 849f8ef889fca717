/** Opens a composer: the gateway's form, with a newer copy of this browser offered beside it. */
import { nanoid } from '@reduxjs/toolkit'
import type { Call } from '#contract/endpoint'
import { type ComposeForm, openCompose } from '#contract/endpoints/sending/sending'
import { plainOfHtml, type QuoteTexts, signatureBlock, wordQuotes } from '#src/lib/html'
import { openKeys } from '#src/lib/storage/openMarks'
import { loadChunk } from '#src/store/loadChunk'
import type { Services } from '#src/store/services'
import { selectUsername } from '#src/store/session/session'
import { selectSettings, selectSettingsStatus } from '#src/store/settings/settings'
import { loadSettings } from '#src/store/settings/settingsThunks'
import type { AppThunk } from '#src/store/typed'
import type { Composer, Restorable } from '../composer'
import { composerFailed, composerLoading, composerOpened, selectOpen } from '../composeSlice'
import { type ComposeText, contentOf, hasSameText, isBlank } from '../content'
import { type Origin, readLocalContent } from '../draft/localContent'
import { answerRestore } from '../draft/saveComposer'
import { showAttached } from '../editor/pictures/pictures'
import { isQuoteless, openedBody, withWishes } from '../editor/plainOrFormatted'
import { localCopyOf, savedCopyOf } from './localCopyOf'
import { readMailto } from './mailto'
import { offlineForm } from './offlineForm'
import { takeUpSameDraft } from './sameDraft'

/** `mailto`: a link that a new mail is to follow. `draftId`: the draft that it was last saved as; once that is gone, the mail opens as it first did. */
export function openComposer(
  key: string,
  origin: Origin,
  draftId: string | null,
  quoteWords: QuoteTexts,
  mailto: string | null,
): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    dispatch(composerLoading({ key }))
    const account = selectUsername(getState()) ?? ''
    const own = await localCopyOf(extra, account, key)
    if (own !== null) {
      dispatch(composerOpened({ ...freshComposer(key, origin), ...own, saving: 'waiting' }))
      return
    }
    const ask = (asked: Origin) => extra.call(openCompose, askedForm(asked))
    const settled = selectSettingsStatus(getState()) === 'asked' ? dispatch(loadSettings()) : null
    const saved: Origin = draftId === null ? origin : { mode: 'draft', id: draftId }
    const first = await ask(saved)
    const isGone = draftId !== null && !first.ok && first.code === 'notFound'
    const answer = isGone ? await ask(origin) : first
    const isCut = !answer.ok && answer.code === 'unreachable' && draftId === null
    const begun = isCut ? await dispatch(offlineForm(origin)) : null
    const outcome = begun === null ? answer : { ok: true as const, value: begun }
    const lineage = outcome.ok ? outcome.value.form.lineage : undefined
    const restorables = await keptOf(extra, account, isGone ? origin : saved, lineage)
    if (!outcome.ok) {
      const isAway = outcome.code === 'unreachable' && saved.mode === 'draft' && saved.id !== null
      const copy = isAway ? await savedCopyOf(extra, account, saved.id) : null
      if (copy === null) return void dispatch(composerFailed({ key, code: outcome.code }))
      const twin = { draftId: copy.draftId, lineage: copy.content.lineage }
      if (dispatch(takeUpSameDraft(key, twin))) return
      // A version saved elsewhere meanwhile is found by the gateway when this one is saved.
      dispatch(composerOpened({ ...freshComposer(key, origin), ...copy, saving: 'saved' }))
      return
    }
    const { form } = outcome.value
    if (dispatch(takeUpSameDraft(key, form))) return
    // A draft holds what was made of the link since.
    const asked = mailto === null || origin.mode !== 'new' || form.draftId !== null ? null : readMailto(mailto)
    await showAttached(extra, key, form.attachments)
    // Harmless already, and made so once more where it is shown: there its pictures get their addresses (TRUST S4).
    const isForward = form.mode === 'forward' && form.draftId === null
    // It comes with the reader, from which mails are forwarded.
    const part = isForward ? await dispatch(loadChunk(() => import('#src/lib/html/inlineSheets'))) : null
    const html = wordQuotes(part?.inlineSheets(form.html) ?? form.html, quoteWords)
    await settled
    const settings = selectSettings(getState())
    const words = openedBody(form, html, settings)
    const content = contentOf(withWishes(form, settings), words, nanoid(), isQuoteless(form, settings))
    const open = await openKeys()
    // What is still being written, in this tab or another, was not left behind.
    const left = restorables.filter((one) => !open.has(one.key) && selectOpen(getState(), one.key) === undefined)
    const newest = left.toSorted((a, b) => b.changedAt - a.changedAt)[0] ?? null
    // A copy of this very draft holds what was written after it, whatever the two clocks say.
    const isNewer =
      newest !== null &&
      (form.savedAt === null ||
        newest.draftId === form.draftId ||
        // Left behind while two windows were at odds over it.
        newest.kept.content.lineage === form.lineage ||
        newest.changedAt > form.savedAt)
    const isSame = newest !== null && hasSameText(newest.kept.content, content)
    const isOffered = isNewer && (!isSame || newest.kept.unfinished.length > 0)
    const composer: Composer = {
      ...freshComposer(key, origin),
      content: {
        ...content,
        leftOut: [...(begun?.leftOut ?? [])],
        ...(asked ?? {}),
        ...askedWords(words, asked?.html, form.signature),
      },
      draftId: form.draftId,
      savedAt: form.savedAt,
      saving: form.savedAt === null ? 'idle' : 'saved',
      restorable: isOffered ? { ...newest, savedAt: form.savedAt ?? newest.savedAt } : null,
    }
    dispatch(composerOpened(composer))
    // The modal of a lost session loaded this page anew: what was being written goes on without a question.
    const resumes = composer.restorable !== null && extra.tabItems.get('resumes') === true
    if (resumes) extra.tabItems.remove('resumes')
    // Or nothing is at odds: the copy only knows of files that were under way.
    if (resumes || (isOffered && isSame && form.draftId !== null)) await dispatch(answerRestore(key, 'restore'))
  }
}

/** What a mail link has the person say, in the way in which they write. */
function askedWords(
  { plain }: ComposeText,
  asked: string | undefined,
  signature: ComposeForm['signature'],
): Partial<ComposeText> {
  if (asked === undefined) return {}
  const html = signature === undefined ? asked : `${asked}<div><br></div>${signatureBlock(signature)}`
  return plain ? { html: '', text: plainOfHtml(html) } : { html }
}

/** Nothing is unsaved, unsent or asked. */
function freshComposer(key: string, origin: Origin) {
  return {
    key,
    origin,
    bodyVersion: 0,
    changedAt: null,
    saveCode: null,
    uploads: [],
    isSending: false,
    fault: null,
    refused: null,
    question: null,
    conflict: null,
    restorable: null,
  } as const satisfies Partial<Composer>
}

/** Several mails that go along are named one after another. */
function askedForm({ mode, id }: Origin): Call<typeof openCompose> {
  if (id === null) return { mode }
  return mode === 'attach' ? { mode, ids: id.split(' ') } : { mode, id }
}

/** The copies that this browser kept of a mail opened the same way, or of the same draft. */
async function keptOf(
  { localDrafts }: Services,
  account: string,
  origin: Origin,
  lineage: string | undefined,
): Promise<readonly Restorable[]> {
  const drafts = await localDrafts.ofAccount(account).catch(() => [])
  return drafts.flatMap((draft) => {
    const kept = readLocalContent(draft.content)
    // What waits for the line is on its way, not left behind.
    if (kept === null || draft.waits !== undefined) return []
    if (draft.draftId === null && isBlank(kept.content) && kept.unfinished.length === 0) return []
    const isSameDraft = origin.mode === 'draft' && draft.draftId === origin.id
    const isSameOrigin = kept.origin.mode === origin.mode && kept.origin.id === origin.id
    if (!isSameDraft && !isSameOrigin && kept.content.lineage !== lineage) return []
    return [{ key: draft.key, changedAt: draft.changedAt, savedAt: kept.savedAt, draftId: draft.draftId, kept }]
  })
}
