/** Starts work over all that a search finds. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/jobs'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { askedSearch } from '../search/advancedSearch'
import { beginJob, type MailJobDeps, workOf } from './askedMailJobs'

export const makeStartFoundJob =
  (deps: MailJobDeps) =>
  async (
    form: Form<typeof entries.startFoundJob>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.startFoundJob>> => {
    const search = askedSearch(form)
    const work = workOf(form, search.folder)
    const found = await deps.mailStores.of(account).search({ ...search, page: 1, pageSize: 1 })
    if (found === null) throw new Refusal('notFound', { field: 'folder' })
    // What still goes on may find more.
    if (found.total === 0 && found.goesOn !== true) throw new Refusal('noMailSelected')
    return { job: await beginJob(deps, account, { work, folder: '', filter: 'all', search, total: found.total }) }
  }
