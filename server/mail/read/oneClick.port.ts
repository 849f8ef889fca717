/** Tells a list's sender that a person leaves it (RFC 8058), without telling who asks beyond what the address itself says. */
export type OneClick = {
  /** Throws `Refusal('unsubscribeFailed')` for whatever is no public HTTPS address that says yes at once. */
  readonly post: (url: string) => Promise<void>
}
