/** Starts work over all that a search finds. */
import type { Form, Reply } from '../../../src/contract/endpoint'
import type * as entries from '../../../src/contract/endpoints/jobs'
import { Refusal } from '../../core/refusal'
import { askedSearch } from '../advancedSearch'
import type { Caller } from '../caller'
import { beginJob, type MailJobParts, workOf } from './askedMailJobs'

export const makeStartFoundJob =
  (parts: MailJobParts) =>
  async (
    form: Form<typeof entries.startFoundJob>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.startFoundJob>> => {
    const search = askedSearch(form)
    const work = workOf(form, search.folder)
    const found = await parts.mailStores.of(account).search({ ...search, page: 1, pageSize: 1 })
    if (found === null) throw new Refusal('notFound', { field: 'folder' })
    // What still goes on may find more.
    if (found.total === 0 && found.goesOn !== true) throw new Refusal('noMailSelected')
    return { job: await beginJob(parts, account, { work, folder: '', filter: 'all', search, total: found.total }) }
  }
