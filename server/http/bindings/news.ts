/** What is told without being asked for, as src/contract/endpoints/news lists it. */
import { watchNewMail } from '../../../src/contract/endpoints/news'
import type { News } from '../../services/news/watchNews'
import { type Binding, onEvents } from '../binding'

export type NewsBindingParts = { readonly news: News }

export function newsBindings({ news }: NewsBindingParts): readonly Binding[] {
  return [onEvents(watchNewMail, async (_form, caller) => news.open(caller))]
}
