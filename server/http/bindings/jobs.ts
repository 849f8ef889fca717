/** Work over whole folders, as src/contract/endpoints/jobs lists it. */
import * as entries from '../../../src/contract/endpoints/jobs'
import { type MailJobParts, makeCancelMailJob, makeMailJobs, makeStartMailJob } from '../../services/jobs/askedMailJobs'
import { type Binding, on } from '../binding'

export type JobParts = MailJobParts

export function jobBindings(parts: JobParts): readonly Binding[] {
  return [
    on(entries.startMailJob, makeStartMailJob(parts)),
    on(entries.mailJobs, makeMailJobs(parts)),
    on(entries.cancelMailJob, makeCancelMailJob(parts)),
  ]
}
