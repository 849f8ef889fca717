/** What is told without being asked for, as src/contract/endpoints/mail/newMail lists it. */
import { watchNewMail } from '#contract/endpoints/mail/newMail'
import { type Binding, onEvents } from '../../http/binding'
import type { NewMailWatch } from './watchNewMail'

export type NewMailRouteDeps = { readonly news: NewMailWatch }

export function newMailBindings({ news }: NewMailRouteDeps): readonly Binding[] {
  return [onEvents(watchNewMail, async (_form, caller) => news.open(caller))]
}
