/** What every call comes back as: a reply, or a code from a closed list. Nothing is thrown. */
import type { ClientCode, RefusalCode } from '../../contract/codes'
import type { Call, Endpoint, Reply } from '../../contract/endpoint'

export type Failure = {
  readonly ok: false
  readonly code: RefusalCode | ClientCode
  /** The form field at fault. */
  readonly field?: string
  /** The answer's further payload, unchecked, such as `triesLeft` of a refused login. */
  readonly payload: Readonly<Record<string, unknown>>
}

export type Outcome<R> = { readonly ok: true; readonly value: R } | Failure

export type CallOptions = { readonly signal?: AbortSignal }

/** Calls the gateway by an entry of the contract. */
export type CallGateway = <E extends Endpoint>(
  entry: E,
  form: Call<E>,
  options?: CallOptions,
) => Promise<Outcome<Reply<E>>>

/** Raw bytes up, with progress in bytes. */
export type SendBytes = <E extends Endpoint>(
  entry: E,
  query: Call<E>,
  bytes: Blob,
  options: CallOptions & { readonly onProgress?: (sent: number) => void },
) => Promise<Outcome<Reply<E>>>

/** The address of an entry that answers bytes, for a link or a picture. */
export type LinkTo = <E extends Endpoint>(entry: E, query: Call<E>) => string
