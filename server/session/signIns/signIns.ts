/** From where the caller's own account was signed in to. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/signIns'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import type { Clock } from '../../kit/clock'
import type { CityFinder } from './cityFinder.port'
import type { SignInLog } from './signInLog.store'

export type SignInParts = { readonly signIns: SignInLog; readonly cities: CityFinder; readonly clock: Clock }

export const makeListSignIns =
  ({ signIns, cities, clock }: SignInParts) =>
  async (
    { days, page, pageSize }: Form<typeof entries.listSignIns>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.listSignIns>> => {
    const since = clock.now() - days * limits.dayMs
    const found = await signIns.look(account.id, since, { offset: (page - 1) * pageSize, limit: pageSize })
    return { ...found, list: [...found.list], places: [...found.places], knowsCities: cities.knowsCities }
  }
