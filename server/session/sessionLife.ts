/** How long a session lives (TRUST S17): days for whoever wants to stay signed in, hours for everybody else. */
import { limits } from '../../src/contract/limits'

/** `configuredMs`: how long one that stays may rest unused. */
export function lifeOf(isKept: boolean, configuredMs: number) {
  return isKept
    ? { idleMs: configuredMs, longestMs: limits.sessionMaxMs }
    : { idleMs: Math.min(configuredMs, limits.sessionShortIdleMs), longestMs: limits.sessionShortMaxMs }
}
