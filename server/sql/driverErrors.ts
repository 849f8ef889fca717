/** Turns what SQLite and the file system report into words that the product knows (TRUST R12). */
import { Refusal, StoreAway } from '../core/refusal'

const full = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])
const away =
  /^(SQLITE_(READONLY|IOERR|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|PERM)|EROFS|ENOTDIR|EACCES|EPERM|EIO|EMFILE|ENFILE)/

/** A full disk is `Refusal('diskFull')`, a store that cannot be used `StoreAway`; everything else comes back as it is. */
export function asProductError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  if (full.has(error.code)) return withCause(new Refusal('diskFull'), error)
  if (away.test(error.code)) return withCause(new StoreAway(error.code), error)
  return error
}

function withCause(refusal: Error, cause: Error): Error {
  refusal.cause = cause
  return refusal
}
