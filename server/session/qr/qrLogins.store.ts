/** Sign-ins by a QR code that wait for a phone: what the picture shows and what the browser keeps to itself are held as hashes alone. */
import type { AccountId } from '../../core/account'

export type QrState = 'waiting' | 'scanned' | 'confirmed' | 'cancelled'

export type QrLogin = {
  readonly state: QrState
  /** Who scanned it; null while nobody did. */
  readonly accountId: AccountId | null
  /** What the browser that wants in says of itself, and where it calls from. */
  readonly userAgent: string
  readonly remoteAddress: string
  readonly createdAt: number
}

/** The session of an account that scans or decides, by the hash of its token. */
export type QrDecider = { readonly accountId: AccountId; readonly tokenHash: string }

export type QrLogins = {
  readonly add: (
    idHash: string,
    login: {
      readonly secretHash: string
      readonly userAgent: string
      readonly remoteAddress: string
      readonly createdAt: number
      readonly expiresAt: number
    },
  ) => Promise<void>
  /** For the browser that has the secret; null where there is none, or it ended before `now`. */
  readonly find: (idHash: string, secretHash: string, now: number) => Promise<QrLogin | null>
  /** The first account that scans it has it; null for every other, and where it is decided or over. */
  readonly scan: (idHash: string, by: QrDecider, now: number) => Promise<QrLogin | null>
  /** Answers whether it was this account's to decide. `sealedSecret` goes with a yes. */
  readonly decide: (
    idHash: string,
    by: QrDecider,
    state: 'confirmed' | 'cancelled',
    sealedSecret: Uint8Array | null,
    now: number,
  ) => Promise<boolean>
  /** Takes a confirmed one away, once, and names who confirmed it; null where it is not confirmed, or gone, or the secret is another. */
  readonly claim: (
    idHash: string,
    secretHash: string,
    now: number,
  ) => Promise<(QrDecider & { readonly sealedSecret: Uint8Array | null }) | null>
  /** Takes back what an account, or the one session of it that is named, has scanned or confirmed. */
  readonly drop: (accountId: AccountId, tokenHash?: string) => Promise<void>
  readonly sweep: (now: number) => Promise<void>
}
