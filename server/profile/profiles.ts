/** What a person says of themselves: read whole, changed by field. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/profile'
import { checkProfile, type Profile, profileName } from '#contract/profile/profileRules'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { AccountStore } from '../session/account.store'
import type { ProfileStore } from './profiles.store'

export type ProfileDeps = {
  readonly profiles: ProfileStore
  readonly accounts: Pick<AccountStore, 'byId' | 'change'>
  readonly clock: Clock
}

async function profileOf(
  { profiles, accounts }: ProfileDeps,
  { account }: Caller,
): Promise<Profile & { photo: string }> {
  const { displayName } = (await accounts.byId(account.id)) ?? account
  return { name: displayName, ...(await profiles.load(account.id)) }
}

export const makeReadProfile =
  (deps: ProfileDeps) =>
  async (_form: unknown, caller: Caller): Promise<Reply<typeof entries.readProfile>> => ({
    profile: await profileOf(deps, caller),
  })

export const makeSaveProfile =
  (deps: ProfileDeps) =>
  async (form: Form<typeof entries.saveProfile>, caller: Caller): Promise<Reply<typeof entries.saveProfile>> => {
    const former = await profileOf(deps, caller)
    const name = form.name === undefined ? former.name : profileName(form.name)
    const { gender = former.gender, birthday = former.birthday, province = former.province, city = former.city } = form
    const wanted = { name, gender, birthday, province, city }
    const fault = checkProfile(wanted, deps.clock.now())
    if (fault !== null) throw new Refusal(fault.code, { field: fault.field })
    await deps.profiles.change(caller.account.id, {
      ...(form.gender !== undefined && { gender }),
      ...(form.birthday !== undefined && { birthday }),
      ...(form.province !== undefined && { province }),
      ...(form.city !== undefined && { city }),
    })
    if (name !== former.name) await deps.accounts.change(caller.account.id, { displayName: name })
    return makeReadProfile(deps)({}, caller)
  }
