/** Long work over mail, as src/contract/endpoints/mail/jobs lists it. */
import * as entries from '#contract/endpoints/mail/jobs'
import { type Binding, on } from '../../http/binding'
import { type MailJobParts, makeCancelMailJob, makeMailJobs, makeStartMailJob } from './askedMailJobs'
import { makeStartFoundJob } from './startFoundJob'

export type JobParts = MailJobParts & Parameters<typeof makeStartFoundJob>[0] & Parameters<typeof makeCancelMailJob>[0]

export function jobBindings(parts: JobParts): readonly Binding[] {
  return [
    on(entries.startMailJob, makeStartMailJob(parts)),
    on(entries.startFoundJob, makeStartFoundJob(parts)),
    on(entries.mailJobs, makeMailJobs(parts)),
    on(entries.cancelMailJob, makeCancelMailJob(parts)),
  ]
}
