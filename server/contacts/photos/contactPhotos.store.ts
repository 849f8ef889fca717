/** Keeps photos by the digest of their bytes: one that two contacts have is stored once. */
import type { AccountId } from '../../core/account'

export type ContactPicture = { readonly type: string; readonly bytes: Uint8Array }

export type ContactPhotos = {
  /** Gives a contact its photo; `full` where all of the account would be more than `mostBytes`. */
  readonly put: (
    account: AccountId,
    contact: string,
    picture: ContactPicture,
    at: { readonly now: number; readonly mostBytes: number },
  ) => Promise<{ readonly is: 'put'; readonly photo: string } | { readonly is: 'absent' } | { readonly is: 'full' }>
  /** Whether there is such a contact. */
  readonly remove: (account: AccountId, contact: string) => Promise<boolean>
  readonly find: (account: AccountId, photo: string) => Promise<ContactPicture | null>
  /** Removes those put before this moment that no contact has and no Undo gives back. */
  readonly sweep: (before: number) => Promise<void>
}
