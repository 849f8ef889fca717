/** Encrypts what must lie in a database and be read by gateways alone. */
export type Sealer = {
  /** `owner` is bound to the answer: what was sealed for one opens for no other. */
  readonly seal: (owner: string, text: string) => Uint8Array
  /** Null for what was not sealed for this owner, under this key. */
  readonly open: (owner: string, sealed: Uint8Array) => string | null
}
