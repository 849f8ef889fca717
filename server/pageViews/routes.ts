/** Page views, as src/contract/endpoints/account/pageViews lists them. */
import { reportViews } from '../../src/contract/endpoints/account/pageViews'
import { Refusal } from '../core/refusal'
import { type Binding, onAnonymous } from '../http/binding'
import type { IsOwnPage } from '../http/ownPage'
import { makeTakeViews, type TakeViewsDeps } from './takeViews'

export type ViewDeps = TakeViewsDeps & { readonly isOwnPage: IsOwnPage }

export function viewBindings({ isOwnPage, ...parts }: ViewDeps): readonly Binding[] {
  const take = makeTakeViews(parts)
  return [
    onAnonymous(reportViews, async (form, circumstances) => {
      if (!isOwnPage(circumstances.asker)) throw new Refusal('notAllowed')
      return take(form, circumstances)
    }),
  ]
}
