/** Finds mails by every field that is given. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { checkKeyword } from '#contract/rules'
import type { Caller } from '../../core/caller'
import type { MailSearch, SearchCriteria } from '../../core/mailSearch'
import { Refusal } from '../../core/refusal'
import { foundPage, type SearchDeps } from './search'

type AdvancedForm = Form<typeof entries.advancedSearch>
type AskedForm = Omit<AdvancedForm, 'page' | 'pageSize'>

export const makeAdvancedSearch =
  (deps: SearchDeps) =>
  async (form: AdvancedForm, caller: Caller): Promise<Reply<typeof entries.advancedSearch>> => {
    const { page, pageSize } = form
    return foundPage(deps, caller, { ...askedSearch(form), page }, pageSize)
  }

/** Throws `Refusal` where too little is looked for. */
export function askedSearch(form: AskedForm): MailSearch & { readonly criteria: SearchCriteria } {
  const keyword = form.keyword?.trim() ?? ''
  const criteria = criteriaOf(form)
  // Without anything to look for, a search would be the whole mailbox.
  const fault = keyword === '' && asksSomething(criteria) ? null : checkKeyword(keyword)
  if (fault) throw new Refusal(fault, { field: 'keyword' })
  const { location } = form
  if (keyword !== '' && location === undefined) throw new Refusal('badField', { field: 'location' })
  return { keyword, location: location ?? 'all', folder: form.folder ?? null, criteria }
}

function criteriaOf(form: AskedForm): SearchCriteria {
  const texts = [
    { location: 'from', keyword: form.from },
    { location: 'to', keyword: form.to },
    { location: 'subject', keyword: form.subject },
    { location: 'body', keyword: form.body },
    { location: 'attachment', keyword: form.attachmentName },
  ] as const
  return {
    texts: texts.flatMap(({ location, keyword = '' }) =>
      keyword.trim() === '' ? [] : [{ location, keyword: keyword.trim() }],
    ),
    seen: form.seen ?? null,
    flagged: form.flagged ?? null,
    urgent: form.urgent ?? null,
    hasAttachment: form.hasAttachment ?? null,
    since: form.startDate ?? null,
    until: form.endDate ?? null,
    minSize: form.minSize ?? null,
    maxSize: form.maxSize ?? null,
  }
}

function asksSomething({ texts, ...others }: SearchCriteria): boolean {
  return texts.length > 0 || Object.values(others).some((value) => value !== null)
}
