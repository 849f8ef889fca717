/** Mails that wait to be sent, for an Undo or for their time: taken back, sent at once, put off, tried again (SPEC §7; CONTRACT "Further calls"). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { chosenInstant, optional, text, whole, withDefault } from '../../field'
import { limits } from '../../limits'
import { mailSummary } from '../../shapes'
import { outside, sendCodes } from './sending'

/** Takes a send back that is held or scheduled: none of it goes, and it is a draft again. */
export const takeBackSend = endpoint({
  method: 'POST',
  path: 'webmail/writemail/takeBack.action',
  fields: { id: text(200) },
  reply: v.object({ draftId: v.string() }),
  codes: ['notFound', 'tooLateToTakeBack', 'takenBackElsewhere', 'quotaExceeded', 'diskFull'],
})

/** What is held for an Undo and can still be taken back, or is just going: a page that was loaded anew goes on with it. */
export const heldSends = endpoint({
  method: 'GET',
  path: 'webmail/writemail/heldSends.action',
  reply: v.object({
    held: v.array(
      v.object({
        id: v.string(),
        subject: v.string(),
        /** Milliseconds for which an Undo is offered from now on, whatever time a browser's clock shows. */
        left: v.number(),
      }),
    ),
  }),
})

/** Sends at once what is held. */
export const sendNow = endpoint({
  method: 'POST',
  path: 'webmail/writemail/sendNow.action',
  fields: { id: text(200) },
  codes: ['notFound', 'tooLateToTakeBack', 'takenBackElsewhere'],
})

/** Tries the recipients anew whom a send did not reach, and no other. */
export const sendFailedAgain = endpoint({
  method: 'POST',
  path: 'webmail/writemail/sendFailedAgain.action',
  fields: { id: text(200) },
  codes: ['notFound', 'notAllowed'],
})

export const scheduleDraft = endpoint({
  method: 'POST',
  path: 'webmail/writemail/startDate.action',
  fields: { id: text(200), sendAt: chosenInstant(), outside },
  reply: v.object({ id: v.string(), sendAt: v.number() }),
  codes: [...sendCodes, 'notFound', 'tooLateToTakeBack', 'takenBackElsewhere'],
})

export const scheduleStatus = endpoint({
  method: 'GET',
  path: 'webmail/writemail/reMailDateStatus.action',
  fields: { id: text(200) },
  reply: v.object({
    state: v.picklist(['waiting', 'sending', 'sent', 'failed']),
    reason: v.nullable(v.string()),
  }),
  codes: ['notFound'],
})

export const scheduleList = endpoint({
  method: 'GET',
  path: 'webmail/writemail/reMailDateList.action',
  fields: {
    page: withDefault(whole(1, limits.pageMax), 1),
    pageSize: optional(whole(1, limits.pageSizeMax)),
  },
  reply: v.object({ list: v.array(mailSummary), total: v.number() }),
})
