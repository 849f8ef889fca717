import { describe, expect, it } from 'vitest'
import type { ArrivalListeners, ArrivalWatch } from '#server/mail/newMail/arrivalWatch.port'
import { eachTest, type MakeSubject } from '../subject'
import { owner } from './mailbox'

export type ArrivalPlace = {
  readonly watch: ArrivalWatch
  /** Resolves when the mail is in the folder; `who` is the id of an account. */
  readonly arrive: (who: 'lin' | 'chen', folder?: 'inbox' | 'junk') => Promise<void>
}

/** Ears that count what they are told. */
export function makeEars(): ArrivalListeners & { readonly told: () => number; readonly ended: () => number } {
  let told = 0
  let ended = 0
  return {
    onArrival: () => {
      told += 1
    },
    onEnd: () => {
      ended += 1
    },
    told: () => told,
    ended: () => ended,
  }
}

export function arrivalWatchConforms(name: string, make: MakeSubject<ArrivalPlace>): void {
  describe(`a watch for arrivals: ${name}`, () => {
    const subject = eachTest(make)
    const [lin, chen] = [owner('lin'), owner('chen')]

    it('tells of each mail that comes to the inbox, once, and of none that was there before', async () => {
      const { watch, arrive } = subject.current().store
      await arrive('lin')
      const ears = makeEars()
      await watch.watch(lin, ears)
      for (const count of [1, 2, 3]) {
        await arrive('lin')
        await expect.poll(ears.told).toBe(count)
      }
      expect(ears.ended()).toBe(0)
    })

    it('tells the owner alone, and of the inbox alone', async () => {
      const { watch, arrive } = subject.current().store
      const [his, hers] = [makeEars(), makeEars()]
      await watch.watch(lin, his)
      await watch.watch(chen, hers)
      await arrive('lin', 'junk')
      await arrive('chen')
      await expect.poll(hers.told).toBe(1)
      await arrive('lin')
      await expect.poll(his.told).toBe(1)
      expect(hers.told()).toBe(1)
    })

    it('tells everybody who listens, until they leave', async () => {
      const { watch, arrive } = subject.current().store
      const all = [makeEars(), makeEars(), makeEars()]
      const [leave] = await Promise.all(all.map((ears) => watch.watch(lin, ears)))
      await arrive('lin')
      for (const { told } of all) await expect.poll(told).toBe(1)
      leave?.()
      leave?.()
      await arrive('lin')
      for (const { told } of all.slice(1)) await expect.poll(told).toBe(2)
      expect(all[0]?.told()).toBe(1)
    })

    it('tells whoever comes back after everybody had left', async () => {
      const { watch, arrive } = subject.current().store
      for (const _ of [1, 2]) {
        const ears = makeEars()
        const leave = await watch.watch(lin, ears)
        await arrive('lin')
        await expect.poll(ears.told).toBe(1)
        leave()
      }
    })
  })
}
