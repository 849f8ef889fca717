/** A row with the places that a search found in it. */
import type { Reply } from '#contract/endpoint'
import type { search } from '#contract/endpoints/mail/mail'
import type { MailSummary } from '#contract/shapes'

type Match = Reply<typeof search>['list'][number]['matches'][number]
export type ListedMail = MailSummary & { readonly matches?: readonly Match[] | undefined }

const none: readonly Match[] = []

export function highlightsIn(mail: ListedMail, field: Match['field']): readonly Match[] {
  return mail.matches?.filter((match) => match.field === field) ?? none
}
