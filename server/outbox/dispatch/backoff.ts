/** When a recipient that could not be reached is tried again, and when that is given up (RFC 5321 section 4.5.4.1). */
const minute = 60_000

/** The first come quickly: a server that was started anew, or a line that was cut, is there again in seconds. */
const pauses = [1 / 12, 1 / 12, 1 / 6, 1 / 2, 1, 5, 15, 60, 120, 240].map((minutes) => minutes * minute)

/** How long a mail is tried in all. */
export const giveUpMs = 48 * 60 * minute

/** Milliseconds to wait after so many tries (from 1). */
export function pauseAfter(attempts: number): number {
  return pauses[Math.min(Math.max(attempts, 1), pauses.length) - 1] ?? minute
}
