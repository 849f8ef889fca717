/** Work over all that a folder and a filter hold: one request starts it, the gateway does it in the background. */
import * as v from 'valibot'
import { refusalCodes } from '../codes'
import { endpoint } from '../endpoint'
import { optional, text, withDefault, word } from '../field'
import { filters, marks } from './mail'

export const mailJob = /* @__PURE__ */ v.object({
  id: v.string(),
  kind: v.picklist(['mark', 'move', 'remove']),
  folder: v.string(),
  mark: v.nullable(v.picklist(marks)),
  target: v.nullable(v.string()),
  state: v.picklist(['running', 'done', 'cancelled', 'failed']),
  /** Mails that it was about when it was asked for, and how many it has changed by now. */
  total: v.number(),
  done: v.number(),
  /** Why it failed. */
  reason: v.nullable(v.picklist(refusalCodes)),
})
export type MailJob = v.InferOutput<typeof mailJob>

export const startMailJob = endpoint({
  method: 'POST',
  path: 'webmail/jobs/startMailJob.action',
  fields: {
    kind: word(['mark', 'move', 'remove']),
    folder: text(200),
    filter: withDefault(word(filters), 'all'),
    /** For `mark`. */
    mark: optional(word(marks)),
    /** For `move`. */
    target: optional(text(200)),
  },
  reply: v.object({ job: mailJob }),
  codes: ['notFound', 'notAllowed', 'tooManyTries', 'noMailSelected'],
})

/** The one that is named; without a name those that run and those that ended within the last minute. */
export const mailJobs = endpoint({
  method: 'GET',
  path: 'webmail/jobs/mailJobs.action',
  fields: { id: optional(text(100)) },
  reply: v.object({ jobs: v.array(mailJob) }),
  codes: ['notFound'],
})

/** What it has done by then stays done. One that has ended stays as it is. */
export const cancelMailJob = endpoint({
  method: 'POST',
  path: 'webmail/jobs/cancelMailJob.action',
  fields: { id: text(100) },
  reply: v.object({ job: mailJob }),
  codes: ['notFound'],
})
