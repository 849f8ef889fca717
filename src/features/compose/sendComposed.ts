/** Hands a mail over for sending, once, after SPEC §5's checks. */
import { nanoid } from '@reduxjs/toolkit'
import { sendMail } from '../../contract/endpoints/sending'
import { restoreForSending } from '../../lib/html'
import { mailSent } from '../../store/mailEvents'
import type { AppThunk } from '../../store/typed'
import { faultOfRefusal, firstFault } from './checks'
import { contentChanged, faultFound, selectComposer, sendStarted } from './composeSlice'
import { writtenFields } from './content'

/** `settle` waits for a draft's saving under way, so that the newest draft is the one that goes. Answers the mail's id when it went. */
export function sendComposed(key: string, settle: () => Promise<void>): AppThunk<Promise<string | null>> {
  return async (dispatch, getState, { call, localDrafts }) => {
    const before = selectComposer(getState(), key)
    if (before === null || before.isSending) return null
    const fault = firstFault(
      before.content,
      before.uploads.map((upload) => upload.size),
    )
    if (fault !== null) {
      dispatch(faultFound({ key, fault }))
      return null
    }
    dispatch(sendStarted({ key }))
    await settle()
    const composer = selectComposer(getState(), key)
    if (composer === null) return null
    const { content, draftId } = composer
    const outcome = await call(sendMail, {
      ...writtenFields(content, restoreForSending(content.html)),
      saveToSent: content.saveToSent,
      idempotencyKey: content.idempotencyKey,
      ...(draftId === null ? {} : { draftId }),
    })
    if (!outcome.ok) {
      dispatch(faultFound({ key, fault: faultOfRefusal(outcome.code, outcome.field) }))
      return null
    }
    await localDrafts.remove(key).catch(() => undefined)
    dispatch(mailSent({ id: outcome.value.id, draftId, answered: content.inReplyTo }))
    return outcome.value.id
  }
}

/** An earlier try went out with other words; the person wants these to go as a mail of their own. */
export function composeAsNew(key: string): AppThunk {
  return (dispatch, _getState, { now }) => {
    dispatch(contentChanged({ key, change: { idempotencyKey: nanoid() }, now: now() }))
  }
}
