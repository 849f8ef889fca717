/**
 * When a draft is saved: after a pause in writing, and at the latest after the longest wait. One saving at a time, so an older
 * text never arrives after a newer one; what failed is tried again.
 */

/** Runs later; answers how to call it off. */
export type After = (milliseconds: number, run: () => void) => () => void

export type DraftSaver = {
  /** Something was written. */
  readonly changed: () => void
  /** Saves what is unsaved now; false when it could not be saved. */
  readonly saveNow: () => Promise<boolean>
  /** Waits for a saving under way, saves nothing, and holds still until something changes again. */
  readonly settle: () => Promise<void>
  /** Nothing is saved from now on. */
  readonly stop: () => void
}

type Terms = {
  readonly pauseMs: number
  readonly maxWaitMs: number
  readonly after: After
  /** Saves the text as it is when called; false when it failed. */
  readonly save: () => Promise<boolean>
}

export function createDraftSaver({ pauseMs, maxWaitMs, after, save }: Terms): DraftSaver {
  let isDirty = false
  let isStopped = false
  let running: Promise<boolean> | null = null
  let cancelPause: (() => void) | null = null
  let cancelWait: (() => void) | null = null

  function calm(): void {
    cancelPause?.()
    cancelWait?.()
    cancelPause = null
    cancelWait = null
  }

  function plan(): void {
    if (isStopped) return
    cancelPause?.()
    cancelPause = after(pauseMs, () => void saveNow())
    cancelWait ??= after(maxWaitMs, () => void saveNow())
  }

  async function run(): Promise<boolean> {
    calm()
    isDirty = false
    const isSaved = await save().catch(() => false)
    running = null
    if (!isSaved) isDirty = true
    // Planned, not run at once: a dead gateway must not be asked without a pause.
    if (isDirty) plan()
    return isSaved
  }

  async function saveNow(): Promise<boolean> {
    while (running !== null) await running
    if (isStopped || !isDirty) return !isDirty
    running = run()
    return running
  }

  return {
    changed() {
      isDirty = true
      plan()
    },
    saveNow,
    async settle() {
      calm()
      while (running !== null) await running
      calm()
    },
    stop() {
      isStopped = true
      calm()
    },
  }
}
