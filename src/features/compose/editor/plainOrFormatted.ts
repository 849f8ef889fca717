/** Formatted or plain: how a mail is written when it is opened, and what becomes of it when the person chooses the other. */
import type { ComposeForm } from '#contract/endpoints/sending/sending'
import type { Settings } from '#contract/settings'
import { hasFormatting, htmlOfPlain, picturesIn, plainOfHtml, signedHtml } from '#src/lib/html'
import { selectSettings } from '#src/store/settings/settings'
import { writingStyle } from '#src/store/settings/writingStyle'
import type { AppThunk } from '#src/store/typed'
import { bodyReplaced, selectComposer } from '../composeSlice'
import type { ComposeContent, ComposeText } from '../content'

/** Whether it was written before, so that what was chosen then stands. */
function isBegun({ draftId, mode }: ComposeForm): boolean {
  return draftId !== null || mode === 'resend' || mode === 'scheduled'
}

/** What a new mail begins with, where nothing was chosen for it yet. */
export function withWishes(form: ComposeForm, { saveToSent, askReceipt }: Settings): ComposeForm {
  if (isBegun(form)) return form
  return { ...form, saveToSent: saveToSent === 'on', receipt: askReceipt === 'always' }
}

/** Whether it is an answer that is to quote nothing. */
export function isQuoteless(form: ComposeForm, { original }: Settings): boolean {
  return !isBegun(form) && original === 'omit' && (form.mode === 'reply' || form.mode === 'replyAll')
}

/** `quoting`: the form's text made harmless and worded. */
export function openedBody(form: ComposeForm, quoting: string, settings: Settings): ComposeText {
  // What was begun goes on as it was begun.
  if (form.text !== undefined) return { plain: true, text: form.text, html: '' }
  const { writing } = settings
  const html = signedHtml(isQuoteless(form, settings) ? '' : quoting, form.signature)
  const isPlain = writing === 'plain' || (writing === 'asReceived' && form.answersPlain === true)
  return !isBegun(form) && isPlain
    ? { plain: true, text: openedText(html), html: '' }
    : { plain: false, text: '', html }
}

/** The first line is for the answer, above what is quoted. */
function openedText(html: string): string {
  const text = plainOfHtml(html)
  return text === '' || text.startsWith('\n') ? text : `\n\n${text}`
}

/** Whether the person is to be asked before the text becomes plain. */
function losesFormatting({ html, plain }: ComposeContent, settings: Settings): boolean {
  return !plain && hasFormatting(html, writingStyle(settings))
}

/** Writes it the other way; `ask` is called where formatting would be lost. */
export function switchPlain(key: string, ask: () => void): AppThunk {
  return (dispatch, getState) => {
    const content = selectComposer(getState(), key)?.content
    if (content === undefined) return
    if (content.plain) dispatch(writeFormatted(key))
    else if (losesFormatting(content, selectSettings(getState()))) ask()
    else dispatch(writePlain(key))
  }
}

export function writePlain(key: string): AppThunk {
  return (dispatch, getState, { now }) => {
    const content = selectComposer(getState(), key)?.content
    if (content === undefined || content.plain) return
    const kept = content.mode === 'forward' ? { quoted: true } : { quoted: false }
    const own = picturesIn(content.html, kept)
    const attachments = content.attachments.flatMap(({ cid, ...file }) => {
      // The writer's own pictures go as files; those of the mail that is answered stay behind.
      return cid === undefined || own.has(cid) ? [file] : []
    })
    const change = { plain: true, text: plainOfHtml(content.html), html: '', attachments }
    dispatch(bodyReplaced({ key, change, now: now() }))
  }
}

export function writeFormatted(key: string): AppThunk {
  return (dispatch, getState, { now }) => {
    const content = selectComposer(getState(), key)?.content
    if (!content?.plain) return
    dispatch(bodyReplaced({ key, change: { plain: false, text: '', html: htmlOfPlain(content.text) }, now: now() }))
  }
}
