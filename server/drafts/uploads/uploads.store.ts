/** Keeps the files of mails being written: begun, continued after a cut, finished, and read when the mail is built. */
import type { Readable } from 'node:stream'
import type { AccountId } from '../../core/account'

export type Upload = {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes announced at the start. */
  readonly size: number
  /** Bytes held so far. */
  readonly offset: number
  readonly finished: boolean
  readonly cid: string | null
}

export type UploadStore = {
  /**
   * `room`: bytes that all uploads of this owner may take, this one included. Throws `Refusal('quotaExceeded')` beyond them, and
   * `Refusal('uploadsFull')` beyond `limits.openUploads`. Where that helps, unfinished ones that rest go first (`limits.restingUploadMs`).
   */
  readonly start: (
    owner: AccountId,
    file: { readonly name: string; readonly type: string; readonly size: number; readonly cid: string | null },
    now: number,
    room: number,
  ) => Promise<Upload>
  /** Bytes that an owner's uploads take: what each announced, and `limits.leastUploadBytes` at the least. */
  readonly taken: (owner: AccountId) => Promise<number>
  /** Null when absent or another's. */
  readonly find: (owner: AccountId, id: string) => Promise<Upload | null>
  /**
   * Writes bytes at `offset`, which must be what is held; answers the new offset, or null where it
   * does not fit. `now`: it lives on from then.
   */
  readonly write: (
    owner: AccountId,
    id: string,
    offset: number,
    bytes: Readable,
    now?: number,
  ) => Promise<number | null>
  /** Compares length and SHA-256 (lower-case hexadecimal) with what is held; false leaves the upload open from 0. */
  readonly finish: (owner: AccountId, id: string, sha256: string) => Promise<boolean>
  /** All of a finished upload from byte `from` on, which is 0 where it is left out. */
  readonly read: (owner: AccountId, id: string, from?: number) => Promise<Readable | null>
  /** The file of this machine that holds a finished upload, which never changes; or null. */
  readonly path: (owner: AccountId, id: string) => Promise<string | null>
  readonly remove: (owner: AccountId, id: string) => Promise<void>
  /** Removes every upload of an owner who goes. */
  readonly removeAll: (owner: AccountId) => Promise<void>
  /** A draft refers to these: they live on. */
  readonly touch: (owner: AccountId, ids: readonly string[], now: number) => Promise<void>
  /** Removes what nobody touched since `before`, and what is unfinished and nobody touched since `unfinishedBefore`. */
  readonly sweep: (before: number, unfinishedBefore: number) => Promise<void>
}
