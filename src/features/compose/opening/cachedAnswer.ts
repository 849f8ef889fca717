/** An answer or a forward begun from what this device keeps of a mail; its files are not kept. */
import { answerForm, answerModes, filesAlong } from '#contract/compose/answerForm'
import type { ComposeForm } from '#contract/endpoints/sending/sending'
import { loadCachedMail, selectMail } from '#src/store/mail/cache'
import { selectUsername } from '#src/store/session/session'
import type { AppThunk } from '#src/store/typed'
import type { Origin } from '../draft/localContent'

/** `leftOut`: names of files that would go along and cannot be had here. */
export type OfflineStart = { readonly form: ComposeForm; readonly leftOut: readonly string[] }

/** Null where the mail is not kept here, and for whatever is no answer. */
export function cachedAnswer({ mode: asked, id }: Origin): AppThunk<Promise<OfflineStart | null>> {
  return async (dispatch, getState) => {
    const mode = answerModes.find((one) => one === asked)
    const own = selectUsername(getState())
    if (mode === undefined || id === null || own === null) return null
    const kept = selectMail(getState(), id) ?? (await dispatch(loadCachedMail(id)))
    if (kept === undefined) return null
    const mail = { ...kept, html: kept.html ?? null, text: kept.text ?? null }
    const leftOut = filesAlong(mail, mode).map(({ name }) => name)
    return { form: answerForm(mail, mode, own.toLowerCase()), leftOut }
  }
}
