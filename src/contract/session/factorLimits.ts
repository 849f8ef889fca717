/** Numbers of the second factor of a sign-in. */
const minute = 60_000

export const factorLimits = {
  /** Milliseconds in which the code follows the password. */
  ticketMs: 10 * minute,
  /** Wrong codes of an account within the pause, and milliseconds that it lasts. */
  tries: 5,
  pauseMs: 10 * minute,
  /** Milliseconds in which the code that turned an authenticator on may be sent once more. */
  confirmedAgainMs: 2 * minute,
  recoveryCodes: 10,
  passkeys: 10,
  passkeyNameCharacters: 40,
  /** Milliseconds for an authenticator's answer; challenges of a network or account within 15 minutes. */
  challengeMs: 5 * minute,
  challenges: 60,
  /** Milliseconds for which a device needs no code. */
  trustMs: 30 * 24 * 60 * minute,
} as const
