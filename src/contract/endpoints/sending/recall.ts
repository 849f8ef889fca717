/** Recall of a sent mail (SPEC §4): whether it may be, the recall itself, and what came of it. */
import * as v from 'valibot'
import { refusalCodes } from '../../codes'
import { endpoint } from '../../endpoint'
import { flag, text, withDefault } from '../../field'
import { recallMarks } from '../../shapes'

/** Why a mail cannot be recalled, in the order in which it is asked. */
export const recallRefusals = [
  'serverCannot',
  'vipOnly',
  'recallTooOld',
  'recallOutside',
  'recallRepeated',
  'recallUsedUp',
  'recallImpossible',
  'recallLater',
] as const

/** `read` and `absent` = it stays: it was read, or is not in that mailbox any more. */
export const recalledStates = ['waiting', 'recalled', 'read', 'absent', 'external', 'failed'] as const

const totals = /* @__PURE__ */ v.object({
  waiting: v.number(),
  recalled: v.number(),
  read: v.number(),
  absent: v.number(),
  external: v.number(),
  failed: v.number(),
})

const recallView = /* @__PURE__ */ v.object({
  mark: v.picklist(recallMarks),
  recipients: v.array(v.object({ address: v.string(), state: v.picklist(recalledStates) })),
  /** Recipients in each state. */
  totals,
})
export type RecallView = v.InferOutput<typeof recallView>

export const recallInfo = endpoint({
  method: 'GET',
  path: 'webmail/recall/recallInfo.action',
  fields: { id: text(200) },
  reply: v.object({
    /** Null where it may be recalled. */
    reason: v.nullable(v.picklist(refusalCodes)),
    own: v.array(v.string()),
    external: v.array(v.string()),
    /** Recalls left this month, and how many a month has. */
    left: v.number(),
    limit: v.number(),
  }),
  codes: ['notFound'],
})

/** Puts the recall on record and answers at once; what comes of it is told by a mail in the inbox. */
export const recallMail = endpoint({
  method: 'POST',
  path: 'webmail/recall/recallMail.action',
  fields: {
    id: text(200),
    /** Whether recipients whose mail was taken away are told so. */
    notice: withDefault(flag(), false),
  },
  reply: v.object({ recall: recallView, left: v.number() }),
  codes: ['notFound', ...recallRefusals],
})

export const recallStatus = endpoint({
  method: 'GET',
  path: 'webmail/recall/recallStatus.action',
  fields: { id: text(200) },
  reply: v.object({ recall: recallView }),
  codes: ['notFound'],
})
