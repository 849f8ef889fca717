/** A no with a code. Use cases throw it; only `http/` turns it into an answer. */
import type { RefusalCode } from '../../src/contract/codes'

export type RefusalDetail = {
  /** The form field at fault. */
  readonly field?: string
  /** Further payload of the answer, such as the tries left or the refused addresses. */
  readonly payload?: Readonly<Record<string, unknown>>
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: RefusalCode,
    readonly detail: RefusalDetail = {},
  ) {
    super(code)
  }
}

/** The store or server behind the gateway does not answer for now: HTTP 503, never a 200. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
}

/** A job has done what it can for now: others have its turn, and it goes on later. */
export class WorkUnfinished extends Error {
  override readonly name = 'WorkUnfinished'
  /** Epoch milliseconds; left out: as soon as its kind allows. */
  constructor(readonly dueAt = 0) {
    super()
  }
}

/** The mail server no longer takes the password of this session: HTTP 403, so that the person signs in anew. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}
