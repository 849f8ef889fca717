/** Sends what waits for the line, once there is one: each mail once, whichever tabs are open and however often the line breaks (TRUST R2, R5). */
import * as v from 'valibot'
import { composeModes, sendMail } from '../../contract/endpoints/sending/sending'
import type { Failure } from '../../lib/http/outcome'
import type { StoredRefusal } from '../../lib/storage/localDrafts'
import { inOneTab } from '../../lib/storage/oneTab'
import { mailSent } from '../../store/mail/mailEvents'
import { loadQueued, type StoredQueuedMail, waitingOf } from '../../store/offlineQueue/offlineQueue'
import { selectUsername } from '../../store/session/session'
import { noticeDismissed, noticeShown, selectNewestNotice } from '../../store/shell/notices'
import { overlayOpened } from '../../store/shell/overlays'
import type { AppThunk } from '../../store/typed'
import { sendHeld } from '../sending'

const texts = v.array(v.string())
/** The call as it was made; a copy that is broken goes back to whoever wrote it. */
const formSchema = v.object({
  to: texts,
  cc: texts,
  bcc: texts,
  subject: v.string(),
  html: v.exactOptional(v.string()),
  text: v.exactOptional(v.string()),
  attachmentIds: texts,
  inReplyTo: v.exactOptional(v.string()),
  mode: v.picklist(composeModes),
  urgent: v.boolean(),
  receipt: v.boolean(),
  separate: v.boolean(),
  saveToSent: v.boolean(),
  sendAt: v.exactOptional(v.number()),
  idempotencyKey: v.string(),
  draftId: v.exactOptional(v.string()),
  lineage: v.exactOptional(v.string()),
  writer: v.exactOptional(v.string()),
  holdSeconds: v.number(),
  outside: v.exactOptional(v.boolean()),
})

/** Said by a line or a gateway that is away, and by one that answers what this version does not understand: it is asked again. */
const later: readonly Failure['code'][] = ['unreachable', 'sessionLost', 'badReply', 'serverError', 'storeAway']

export const offlineQueueLock = (account: string) => `outbox:${account}`

export function sendQueued(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    const account = selectUsername(getState())
    if (account === null) return
    // Only those that this browser knows of ask for the turn.
    if ((await waitingOf(localDrafts, account)).length === 0) return
    await inOneTab(offlineQueueLock(account), async () => {
      for (const mail of await waitingOf(localDrafts, account)) {
        if (mail.waits.refused !== null) continue
        // Signed out, or another person now: theirs is not the session that sends it (TRUST S18).
        if (selectUsername(getState()) !== account) return
        if ((await dispatch(send(mail))) === 'later') return
      }
    })
    await dispatch(loadQueued())
  }
}

function send(mail: StoredQueuedMail): AppThunk<Promise<'done' | 'later'>> {
  return async (dispatch, getState, { call, localDrafts, now }) => {
    const read = v.safeParse(formSchema, mail.waits.form)
    const outcome = read.success ? await call(sendMail, read.output) : null
    if (outcome === null || !outcome.ok) {
      const code = outcome?.code ?? 'operationFailed'
      if (later.includes(code)) return 'later'
      await localDrafts.put({ ...mail, waits: { ...mail.waits, refused: refusalOf(code, outcome) } })
      return 'done'
    }
    await localDrafts.remove(mail.key)
    // That it waits is true no longer.
    const notice = selectNewestNotice(getState())
    if (notice?.message === 'compose:waits') dispatch(noticeDismissed(notice))
    const { subject = '', holdSeconds = 0, draftId = null, inReplyTo = null, sendAt } = read.success ? read.output : {}
    const { id } = outcome.value
    if (sendAt === undefined) {
      dispatch(sendHeld({ id, subject, until: now() + holdSeconds * 1_000 }))
      dispatch(overlayOpened({ kind: 'sends' }))
    } else dispatch(noticeShown({ tone: 'success', message: 'outbox:scheduled', params: { subject } }))
    dispatch(mailSent({ id, draftId, answered: inReplyTo }))
    return 'done'
  }
}

function refusalOf(code: string, outcome: Failure | null): StoredRefusal {
  const named = v.safeParse(v.object({ addresses: texts }), outcome?.payload)
  return { code, field: outcome?.field ?? null, addresses: named.success ? named.output.addresses : [] }
}
