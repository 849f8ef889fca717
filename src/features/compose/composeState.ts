/** What the slice of composers holds, and how its reducers find and change one. */
import type { PayloadAction } from '@reduxjs/toolkit'
import type { Composer, OpenComposer } from './composer'

export type ComposeState = { open: Record<string, OpenComposer> }

/** An action about one composer. */
export type Keyed<P = unknown> = PayloadAction<{ key: string } & P>

export function ready(state: ComposeState, key: string): Composer | null {
  const entry = state.open[key]
  return entry?.status === 'ready' ? entry.composer : null
}

/** Each change has its own moment, so that a later one is told from what is being saved. */
export function touch(composer: Composer, now: number): void {
  composer.changedAt = Math.max(now, (composer.changedAt ?? 0) + 1)
  if (composer.saving !== 'saving') composer.saving = 'waiting'
}
