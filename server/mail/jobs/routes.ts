/** Long work over mail, as src/contract/endpoints/mail/jobs lists it. */
import * as entries from '#contract/endpoints/mail/jobs'
import { type Binding, on } from '../../http/binding'
import { type MailJobDeps, makeCancelMailJob, makeMailJobs, makeStartMailJob } from './askedMailJobs'
import { makeStartFoundJob } from './startFoundJob'

export type JobDeps = MailJobDeps & Parameters<typeof makeStartFoundJob>[0] & Parameters<typeof makeCancelMailJob>[0]

export function jobBindings(deps: JobDeps): readonly Binding[] {
  return [
    on(entries.startMailJob, makeStartMailJob(deps)),
    on(entries.startFoundJob, makeStartFoundJob(deps)),
    on(entries.mailJobs, makeMailJobs(deps)),
    on(entries.cancelMailJob, makeCancelMailJob(deps)),
  ]
}
