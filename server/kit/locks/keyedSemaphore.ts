/** Lets work of one key run side by side, as much of it as there is room for. */

type Crowd = { present: number; running: number; readonly waiting: (() => void)[] }

export function makeKeyedSemaphore() {
  const crowds = new Map<string, Crowd>()
  /** `room` answers how many may run at once now; below one, one does, to learn why not. */
  return async <T>(key: string, room: () => Promise<number>, work: () => Promise<T>): Promise<T> => {
    const crowd = crowds.get(key) ?? { present: 0, running: 0, waiting: [] }
    crowds.set(key, crowd)
    crowd.present += 1
    try {
      await takePlace(crowd, room)
      try {
        return await work()
      } finally {
        crowd.running -= 1
        for (const wake of crowd.waiting.splice(0)) wake()
      }
    } finally {
      crowd.present -= 1
      if (crowd.present === 0) crowds.delete(key)
    }
  }
}

async function takePlace(crowd: Crowd, room: () => Promise<number>): Promise<void> {
  for (;;) {
    const most = Math.max(1, await room())
    // Nothing is waited for between the look and the step, so no two take one place.
    if (crowd.running < most) {
      crowd.running += 1
      return
    }
    await new Promise<void>((resolve) => crowd.waiting.push(resolve))
  }
}
