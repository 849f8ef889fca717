/** Tries while the disk is full: those in memory count together with those on the disk (TRUST S19). */
import type { Clock } from '../../kit/clock'
import type { AttemptStore } from './attempts.store'

type Memory = { readonly attempts: AttemptStore }

type Ways = {
  readonly memory: () => Promise<Memory | null>
  readonly write: <T>(toDisk: () => Promise<T>, toMemory: (memory: Memory) => Promise<T>) => Promise<T>
  readonly clock: Clock
}

/** Tries on the disk and in memory count together. */
export function attemptsOf(disk: AttemptStore, { memory, write, clock }: Ways): AttemptStore {
  /** Keys that were cleared while the disk could not be: what lies there from before counts no more. */
  const cleared = new Map<string, number>()
  const onDisk = (key: string, now: number, windowMs: number) =>
    disk.count(key, now, Math.min(windowMs, now - (cleared.get(key) ?? Number.NEGATIVE_INFINITY)))
  const inMemory = async (key: string, now: number, windowMs: number) =>
    (await (await memory())?.attempts.count(key, now, windowMs)) ?? 0
  const count = async (key: string, now: number, windowMs: number) =>
    (await onDisk(key, now, windowMs)) + (await inMemory(key, now, windowMs))
  return {
    count,
    note: (key, now, windowMs) =>
      write(
        async () => {
          if (cleared.has(key)) await disk.clear(key)
          cleared.delete(key)
          return (await disk.note(key, now, windowMs)) + (await inMemory(key, now, windowMs))
        },
        async (it) => (await it.attempts.note(key, now, windowMs)) + (await onDisk(key, now, windowMs)),
      ),
    noteWithin: async (key, now, windowMs, most) => {
      const left = most - (await inMemory(key, now, windowMs))
      return write(
        () => disk.noteWithin(key, now, windowMs, left),
        async (it) => it.attempts.noteWithin(key, now, windowMs, most - (await onDisk(key, now, windowMs))),
      )
    },
    takeBack: async (key, at) => {
      if ((await inMemory(key, at, 1)) > 0) await (await memory())?.attempts.takeBack(key, at)
      else
        await write(
          () => disk.takeBack(key, at),
          async () => undefined,
        )
    },
    clear: async (key) => {
      await (await memory())?.attempts.clear(key)
      await write(
        () => disk.clear(key),
        async () => void cleared.set(key, clock.now()),
      )
    },
    sweep: async (before) => {
      for (const [key, at] of cleared) if (at < before) cleared.delete(key)
      await (await memory())?.attempts.sweep(before)
      await disk.sweep(before)
    },
  }
}
