/** Keeps what people say of themselves; their names are those of their accounts. */
import type { Profile } from '#contract/profile/profileRules'
import type { AccountId } from '../core/account'

/** `photo` names a picture of `contact_photos`, or is empty. */
export type ProfileDetails = Omit<Profile, 'name'> & { readonly photo: string }

export type ProfileStore = {
  /** Empty fields where nothing was said. */
  readonly load: (account: AccountId) => Promise<ProfileDetails>
  /** Those that are not named stay as they are, also when they are changed at the same moment. */
  readonly change: (account: AccountId, change: Partial<ProfileDetails>) => Promise<void>
}
