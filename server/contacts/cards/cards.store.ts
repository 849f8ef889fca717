/** Keeps business cards, and says how one goes with a message. */
import type { BusinessCard, CardContent, CardKind, NamedCard } from '#contract/contacts/businessCard'
import type { AccountId } from '../../core/account'
import type { ContactPicture } from '../photos/contactPhotos.store'

export type StoredCard = Omit<BusinessCard, 'leftOut'>

export type CardStore = {
  /** In the order in which they were made. */
  readonly list: (account: AccountId) => Promise<readonly StoredCard[]>
  readonly find: (account: AccountId, id: string) => Promise<StoredCard | null>
  /** The one that goes along by itself; null where there is none. */
  readonly defaultCard: (account: AccountId) => Promise<NamedCard | null>
  /** Whether there were fewer than `most`; a default takes that from the one before. */
  readonly add: (account: AccountId, card: StoredCard, most: number) => Promise<boolean>
  /** Whether it was there. */
  readonly change: (account: AccountId, card: StoredCard) => Promise<boolean>
  /** Whether it was there; it can be restored until the sweep. */
  readonly remove: (account: AccountId, id: string, now: number) => Promise<boolean>
  /** A default meanwhile stays the default. */
  readonly restore: (
    account: AccountId,
    id: string,
    at: { readonly since: number; readonly most: number },
  ) => Promise<'restored' | 'absent' | 'full'>
  /** Forgets those removed before this moment. */
  readonly sweep: (before: number) => Promise<void>
}

export type CardFile = {
  readonly name: string
  readonly type: string
  /** Set where the HTML shows it. */
  readonly cid: string | null
  readonly bytes: Uint8Array
}

/** A card as a message carries it: a table, the same as text, and the vCard with the pictures. */
export type WrittenCard = {
  readonly html: string
  readonly text: string
  readonly files: readonly CardFile[]
  /** Kinds of fields that the QR code has no room for. */
  readonly leftOut: readonly CardKind[]
}

/** What a message says: formatted, or plain text. */
export type CardWords = { readonly html: string; readonly text: null } | { readonly html: null; readonly text: string }

export type CardWriter = {
  readonly write: (card: CardContent, logo: ContactPicture | null) => Promise<WrittenCard>
  /** With the card below what was written, above what is quoted; null for an unknown one. */
  readonly addTo: (
    words: CardWords,
    account: AccountId,
    id: string,
  ) => Promise<{ readonly words: CardWords; readonly files: readonly CardFile[] } | null>
}
