import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailStore } from '#server/mail/mail.store'
import type { Recaller } from '#server/recall/recaller.port'

export type RecallPlace = {
  readonly recaller: Recaller
  /** The recipient's mailbox. */
  readonly address: string
  readonly store: MailStore
  /** A send comes to the recipient; `copy` numbers what a rule keeps besides. Answers the mail's id. */
  readonly arrive: (mail: Arriving) => Promise<string>
  /** Mails that claim to be of the send `s1` and are not. */
  readonly impostors: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export type Arriving = {
  readonly sendId: string
  readonly folder?: string
  readonly seen?: boolean
  readonly copy?: number
}

export const sentAt = Date.UTC(2026, 10, 21, 1, 30)
export const sender = 'lin@ep.test'

/** What lin wrote, or somebody who says so. */
export const messageOf = (messageId: string, from = sender): Buffer =>
  Buffer.from(
    `From: ${from}\r\nTo: wang@ep.test\r\nSubject: contract\r\nMessage-ID: ${messageId}\r\n\r\nbanana ${messageId}\r\n`,
  )

export const deliveredTo = (address: string, sendId = 's1') => ({
  ...{ sendId, address, from: sender, sentAt },
  messageId: `<${sendId}@ep.test>`,
})

export function recallerConforms(name: string, make: () => Promise<RecallPlace>): void {
  describe(`recaller: ${name}`, () => {
    let place: RecallPlace
    beforeEach(async () => {
      place = await make()
    })
    afterEach(() => place.close())

    const recall = (sendId?: string) => place.recaller.recall(deliveredTo(place.address, sendId))
    const standing = async () => {
      const all = await Promise.all(
        (await place.store.folders()).map(async ({ id }) => {
          const query = { folder: id, page: 1, pageSize: 50, sort: 'date', order: 'desc', filter: 'all' } as const
          return (await place.store.page(query))?.list.map((mail) => mail.id) ?? []
        }),
      )
      return all.flat().toSorted()
    }

    it('takes an unread mail away wherever it lies, with its counts and its words', async () => {
      const folder = await place.store.createFolder('Work')
      await place.arrive({ sendId: 's1', folder: folder?.id ?? '' })
      expect(await recall()).toBe('recalled')
      expect(await place.store.folders()).toSatisfy((all: readonly { total: number; unread: number; size: number }[]) =>
        all.every(({ total, unread, size }) => total + unread + size === 0),
      )
      const words = { keyword: 'banana', location: 'all', folder: null } as const
      expect((await place.store.search({ ...words, page: 1, pageSize: 10 }))?.list).toEqual([])
      expect((await place.store.quota()).used).toBe(0)
    })

    it('leaves a mail that was read', async () => {
      const id = await place.arrive({ sendId: 's1', seen: true })
      expect(await recall()).toBe('read')
      expect(await standing()).toEqual([id])
    })

    it('takes all copies that rules kept, or none of them once one was read', async () => {
      await place.arrive({ sendId: 's1' })
      await place.arrive({ sendId: 's1', folder: 'junk', copy: 1 })
      await place.arrive({ sendId: 's1', folder: 'deleted', copy: 2 })
      expect(await recall()).toBe('recalled')
      expect(await standing()).toEqual([])
      const others = [
        await place.arrive({ sendId: 's2' }),
        await place.arrive({ sendId: 's2', folder: 'deleted', copy: 1, seen: true }),
      ]
      expect(await recall('s2')).toBe('read')
      expect(await standing()).toEqual(others.toSorted())
    })

    it('S22: never touches a mail that came in another way, whatever it claims', async () => {
      const impostors = await place.impostors()
      const others = await place.arrive({ sendId: 's2' })
      expect(await recall()).toBe('absent')
      expect(await standing()).toEqual([...impostors, others].toSorted())
    })

    it('R22: tells the same when it is asked again, and takes nothing more', async () => {
      await place.arrive({ sendId: 's1' })
      expect(await recall()).toBe('recalled')
      const later = await place.arrive({ sendId: 's1' })
      expect(await recall()).toBe('recalled')
      expect(await standing()).toEqual([later])
    })

    it('finds nothing where there was nothing', async () => {
      expect(await recall()).toBe('absent')
    })

    it('R22: keeps a word for the recipient once, which says what it is wherever it is moved', async () => {
      const source = { kind: 'bytes', bytes: messageOf('<word@ep.test>', 'postmaster@ep.test') } as const
      const word = { folder: 'inbox', source, flags: {}, receivedAt: sentAt, key: 'r1:notice', tellsRecall: true }
      await place.recaller.keep(place.address, word)
      await place.recaller.keep(place.address, word)
      const [id = '', ...more] = await standing()
      expect(more).toEqual([])
      const [moved] = (await place.store.move([id], 'junk')) ?? []
      expect(await place.store.summaries([moved?.newId ?? ''])).toMatchObject([{ recalled: 'withdrawn', seen: false }])
      expect((await place.store.open(moved?.newId ?? ''))?.summary).toMatchObject({ recalled: 'withdrawn' })
    })
  })
}
