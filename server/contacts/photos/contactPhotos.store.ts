/** Keeps photos by the digest of their bytes: one that two contacts have is stored once. */
import type { AccountId } from '../../core/account'

export type ContactPicture = { readonly type: string; readonly bytes: Uint8Array }

type PhotoRoom = { readonly now: number; readonly mostBytes: number }

export type ContactPhotos = {
  /** Gives a contact its photo; `full` where all of the account would be more than `mostBytes`. */
  readonly put: (
    account: AccountId,
    contact: string,
    picture: ContactPicture,
    at: PhotoRoom,
  ) => Promise<{ readonly is: 'put'; readonly photo: string } | { readonly is: 'absent' } | { readonly is: 'full' }>
  /** Stores a picture that no contact has; null where all of the account would be more. */
  readonly add: (account: AccountId, picture: ContactPicture, at: PhotoRoom) => Promise<string | null>
  /** Whether there is such a contact. */
  readonly remove: (account: AccountId, contact: string) => Promise<boolean>
  readonly find: (account: AccountId, photo: string) => Promise<ContactPicture | null>
  /** Removes those put before this moment that no contact, card, owner or Undo has. */
  readonly sweep: (before: number) => Promise<void>
}
