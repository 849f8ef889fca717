/** The numbers of registration; apart from all others, since the sign-in carries those. */
const day = 24 * 60 * 60_000

export const registrationLimits = {
  /** Names that one network address may ask about in an hour, whether they are free. */
  nameChecksPerHour: 120,
  /** Milliseconds of quiet after which it is asked whether a typed name is free. */
  nameCheckPauseMs: 400,
  /** Registrations tried and made from one network address, and made from all, in an hour. */
  registrationTriesPerHour: 30,
  registrationsPerHour: 5,
  registrationsOfAllPerHour: 500,
  /** Mailboxes to which one phone may be bound by registering. */
  mailboxesPerPhone: 5,
  /** Milliseconds for which an invitation is good. */
  inviteMs: 7 * day,
  /** Milliseconds for which a registration that is sent again is known. */
  registrationKnownMs: day,
} as const
