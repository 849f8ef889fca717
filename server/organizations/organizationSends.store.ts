/** Counts what all members of an organization send together, so that its limit holds for them all (TRUST S22). */
export type SendCount = { readonly sent: number; readonly limit: number }

/** `windowMs` is looked back over from `now`, to five minutes more; null stands for no such organization. */
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
