import { describe, expect, it } from 'vitest'
import { createDraftSaver } from '#src/features/compose/draft/draftSaver'

/** A clock that moves when told, and a gateway that answers when told. */
function bench() {
  let now = 0
  let text = ''
  const timers = new Set<{ at: number; run: () => void }>()
  const saved: string[] = []
  const waiting: ((isSaved: boolean) => void)[] = []
  let atOnce: boolean | null = true
  const saver = createDraftSaver({
    pauseMs: 2_000,
    maxWaitMs: 30_000,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    save: async () => {
      const taken = text
      const isSaved = atOnce ?? (await new Promise<boolean>((resolve) => waiting.push(resolve)))
      if (isSaved) saved.push(taken)
      return isSaved
    },
  })
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    saver,
    saved,
    waiting,
    settled,
    answer: (how: boolean | null) => {
      atOnce = how
    },
    write: (words: string) => {
      text = words
      saver.changed()
    },
    pass: async (ms: number) => {
      const end = now + ms
      for (;;) {
        const next = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        now = next.at
        timers.delete(next)
        next.run()
        await settled()
      }
      now = end
    },
  }
}

describe('saving a draft', () => {
  it('waits for a pause of two seconds', async () => {
    const { write, pass, saved } = bench()
    write('a')
    await pass(1_900)
    write('ab')
    await pass(1_900)
    expect(saved).toEqual([])
    await pass(200)
    expect(saved).toEqual(['ab'])
    await pass(60_000)
    expect(saved).toEqual(['ab'])
  })

  it('R4: saves every thirty seconds while one writes without a pause', async () => {
    const { write, pass, saved } = bench()
    for (let second = 1; second <= 61; second += 1) {
      write(String(second))
      await pass(1_000)
    }
    expect(saved).toEqual(['30', '60'])
  })

  it('an older text never follows a newer one: one saving at a time', async () => {
    const { answer, write, pass, waiting, saved, settled, saver } = bench()
    answer(null)
    write('old')
    await pass(2_000)
    expect(waiting).toHaveLength(1)
    write('new')
    const asked = saver.saveNow()
    await settled()
    expect(waiting).toHaveLength(1)
    waiting[0]?.(true)
    await settled()
    expect(waiting).toHaveLength(2)
    waiting[1]?.(true)
    expect(await asked).toBe(true)
    expect(saved).toEqual(['old', 'new'])
  })

  it('R5: what failed is tried again after a pause, without being asked', async () => {
    const { answer, write, pass, saved, saver } = bench()
    answer(false)
    write('words')
    await pass(2_000)
    expect(await saver.saveNow()).toBe(false)
    answer(true)
    await pass(2_000)
    expect(saved).toEqual(['words'])
  })

  it('saves nothing once the mail went', async () => {
    const { write, pass, saved, saver } = bench()
    write('words')
    await saver.settle()
    saver.stop()
    await pass(60_000)
    expect(saved).toEqual([])
  })
})
