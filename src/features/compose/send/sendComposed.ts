/** Hands a mail over for sending, once, after SPEC §5's checks. */
import { nanoid } from '@reduxjs/toolkit'
import * as v from 'valibot'
import { sendMail } from '#contract/endpoints/sending/sending'
import { asciiDomain } from '#contract/mail/domainSpelling'
import type { Failure } from '#src/lib/http/outcome'
import { mailSent } from '#src/store/mail/mailEvents'
import type { Services } from '#src/store/services'
import { selectUser } from '#src/store/session/session'
import { readStoredOrganization } from '#src/store/session/storedSession'
import { selectSettings } from '#src/store/settings/settings'
import { overlayOpened } from '#src/store/shell/overlays'
import { selectCanSendOutside, selectDomains } from '#src/store/shell/site'
import type { AppThunk, RootState } from '#src/store/typed'
import { sendHeld } from '../../sending'
import type { Composer, RefusedRecipients } from '../composer'
import { conflictFound, contentChanged, faultFound, questionRaised, selectComposer, sendStarted } from '../composeSlice'
import { type ComposeContent, writtenFields } from '../content'
import { forgetLocally } from '../draft/localCopy'
import { conflictOf } from '../draft/saveComposer'
import { recipientLines } from '../recipients/recipientLists'
import type { Recipient } from '../recipients/recipients'
import { queueOffline } from './queueOffline'
import { faultOfRefusal, firstFault, recipientLimit } from './sendChecks'
import { lacksFile, type SendQuestion } from './sendQuestions'

/** In the name of each tier that only an organization has. */
const ofOrganizations = /enterprise/i

export function isOrganizationSender(state: RootState, { stored }: Services): boolean {
  const user = selectUser(state)
  return readStoredOrganization(stored) !== null || (user !== null && ofOrganizations.test(user.tier))
}

/** `settle` waits for a draft's saving under way, so that the newest draft is the one that goes. `answered`: what the person was asked and wants so. Answers the mail's id when it went, null inside where it waits for the line. */
export function sendComposed(
  key: string,
  settle: () => Promise<void>,
  answered: readonly SendQuestion['kind'][] = [],
): AppThunk<Promise<{ readonly id: string | null } | null>> {
  return async (dispatch, getState, extra) => {
    const { call, localDrafts, now } = extra
    const before = selectComposer(getState(), key)
    if (before === null || before.isSending) return null
    const sizes = before.uploads.map((upload) => upload.size)
    const fault = firstFault(before.content, sizes, recipientLimit(selectUser(getState())?.tier ?? null))
    const found = fault === null ? unreachableOf(before.content, getState()) : { fault }
    if (found !== null) {
      dispatch(faultFound({ key, ...found }))
      return null
    }
    const isAsked = selectSettings(getState()).attachmentQuestion === 'on'
    const isForgotten = isAsked && !answered.includes('attachment') && lacksFile(before.content)
    dispatch(questionRaised({ key, question: isForgotten ? { kind: 'attachment' } : null }))
    if (isForgotten) return null
    dispatch(sendStarted({ key }))
    await settle()
    const composer = selectComposer(getState(), key)
    if (composer === null) return null
    const { content, draftId } = composer
    const seconds = content.sendAt === null ? Number(selectSettings(getState()).undoSend) : 0
    const form = {
      ...writtenFields(content),
      holdSeconds: seconds,
      outside: answered.includes('outside'),
      idempotencyKey: content.idempotencyKey,
      ...draftFields(composer),
    }
    const outcome = await call(sendMail, form)
    if (!outcome.ok) {
      const asked = outcome.code === 'unreachable' && !form.outside ? outsideOf(content, getState(), extra) : []
      // Nobody may be there to be asked when the line is back.
      if (asked.length > 0) {
        dispatch(questionRaised({ key, question: { kind: 'outside', addresses: asked } }))
        return null
      }
      // Whether it went or not: the same call made again does not send it twice.
      if (outcome.code === 'unreachable' && (await dispatch(queueOffline(key, form)))) return { id: null }
      const refused = refusedOf(outcome)
      // The gateway alone knows whom the sender's organization takes for its own.
      if (outcome.field === 'outside' && refused !== null) {
        dispatch(questionRaised({ key, question: { kind: 'outside', addresses: [...refused.addresses] } }))
        return null
      }
      const conflict = conflictOf(outcome)
      if (conflict !== null) dispatch(conflictFound({ key, conflict }))
      const fault = faultOfRefusal(outcome.code, outcome.field)
      dispatch(faultFound({ key, fault, refused }))
      return null
    }
    await forgetLocally(localDrafts, key, content)
    if (seconds > 0) {
      // This browser's own clock: it only counts down, and the gateway waits a little longer.
      const { subject, separate: isSeparate } = content
      dispatch(sendHeld({ id: outcome.value.id, subject, until: now() + seconds * 1_000, isSeparate }))
      dispatch(overlayOpened({ kind: 'sends' }))
    }
    dispatch(mailSent({ id: outcome.value.id, draftId, answered: content.inReplyTo }))
    return { id: outcome.value.id }
  }
}

const domainOf = (address: string) => asciiDomain(address.slice(address.lastIndexOf('@') + 1))

/** Asked of members without a line; other domains of the organization are not known here. */
function outsideOf({ to, cc, bcc }: ComposeContent, state: RootState, { stored }: Services): string[] {
  if (readStoredOrganization(stored) === null) return []
  const own = domainOf(selectUser(state)?.username ?? '')
  const addresses = [...to, ...cc, ...bcc].map(({ address }) => address).filter((it) => domainOf(it) !== own)
  return [...new Set(addresses)]
}

/** Who is outside, where nothing carries mail out: told before anything is asked. */
function unreachableOf(content: ComposeContent, state: RootState) {
  const domains = new Set(selectDomains(state).map(asciiDomain))
  // Before this installation has said whom it serves, the gateway judges alone.
  if (selectCanSendOutside(state) || domains.size === 0) return null
  const isOutside = ({ address }: Recipient) => !domains.has(domainOf(address))
  const addresses = recipientLines.flatMap((line) => content[line].filter(isOutside)).map(({ address }) => address)
  const field = recipientLines.find((line) => content[line].some(isOutside))
  if (field === undefined) return null
  return { fault: { field, code: 'recipientOutside' }, refused: { code: 'recipientOutside', addresses } } as const
}

/** The draft that goes as this mail, and by what the gateway knows whether it is still the newest version. */
function draftFields({ content: { lineage, idempotencyKey }, draftId }: Composer) {
  if (draftId === null) return {}
  return { draftId, writer: idempotencyKey, ...(lineage === '' ? {} : { lineage }) }
}

/** Whom the gateway would not take, where that is why the mail did not go. */
function refusedOf({ code, payload }: Failure): RefusedRecipients | null {
  const named = v.safeParse(v.object({ addresses: v.array(v.string()) }), payload)
  return named.success && named.output.addresses.length > 0 ? { code, addresses: named.output.addresses } : null
}

/** Other words of this mail went out, by an earlier try or from another window; the person wants these to be a mail of their own. */
export function composeAsNew(key: string): AppThunk {
  return (dispatch, _getState, { now }) => {
    dispatch(contentChanged({ key, change: { idempotencyKey: nanoid(), lineage: nanoid() }, now: now() }))
  }
}
