/**
 * Whether the disk has room (TRUST R12). A write that failed says no; from then on a small write is tried now and then until one
 * succeeds. While all is well nothing is tried.
 */
export type DiskRoom = {
  /** A write found the disk full. */
  readonly noteFull: () => void
  /** Tries a small write where the last one failed. */
  readonly hasRoom: () => Promise<boolean>
  readonly close: () => void
}

export type DiskRoomOptions = {
  /** Writes a little and takes it away again; throws where that cannot be done. */
  readonly probe: () => Promise<void>
  /** Told once of each change. What it does with room is waited for before `hasRoom` answers. */
  readonly onChange: (hasRoom: boolean) => Promise<void> | void
  /** Milliseconds between two tries that nobody asks for. */
  readonly everyMs?: number
}

export function makeDiskRoom({ probe, onChange, everyMs = 5_000 }: DiskRoomOptions): DiskRoom {
  let timer: NodeJS.Timeout | null = null
  let trying: Promise<boolean> | null = null
  const stop = () => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const tryOnce = async () => {
    try {
      await probe()
      await onChange(true)
      stop()
      return true
    } catch {
      return false
    } finally {
      trying = null
    }
  }
  const hasRoom = async () => {
    if (timer === null) return true
    trying ??= tryOnce()
    return trying
  }
  return {
    noteFull: () => {
      if (timer !== null) return
      timer = setInterval(() => void hasRoom(), everyMs).unref()
      void onChange(false)
    },
    hasRoom,
    close: stop,
  }
}
