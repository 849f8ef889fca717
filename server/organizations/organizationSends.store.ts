/** Counts what all members of an organization send together (TRUST S22). */
export type SendCount = { readonly sent: number; readonly limit: number }

/** From `now` it looks `windowMs` back, or up to five minutes more; null: no such organization. */
export type OrganizationSends = {
  readonly count: (organization: string, now: number, windowMs: number) => Promise<SendCount | null>
  /** Counts one more where the limit has room for it, whichever gateways are asked at once. */
  readonly noteWithin: (
    organization: string,
    now: number,
    windowMs: number,
  ) => Promise<{ readonly isNoted: boolean; readonly limit: number } | null>
  /** Takes back one that was noted at that instant. */
  readonly takeBack: (organization: string, at: number) => Promise<void>
  readonly sweep: (before: number) => Promise<void>
}
