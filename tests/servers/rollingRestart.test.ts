/** Two gateways behind a balancer are started anew, one after the other, while people send, read and listen. */
import { afterEach, describe, expect, it } from 'vitest'
import { queryFolder } from '../../src/contract/endpoints/mail/mail'
import { arrivalEvent, watchNewMail } from '../../src/contract/endpoints/mail/newMail'
import { sendMail } from '../../src/contract/endpoints/sending/sending'
import type { Listen } from '../../src/lib/http/eventStream'
import type { CallGateway } from '../../src/lib/http/outcome'
import { seededRandom } from '../support/seededRandom'
import { addLabUser } from './lab/env'
import { fill, subjectsIn } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product | undefined
afterEach(() => product?.close())

/** A browser that listens: it comes back after a pause, as the page does, and counts what it hears. */
function listening(listen: Listen, below: (most: number) => number) {
  const seen = { isOpen: false, words: 0, cuts: 0, refusals: 0 }
  let timer: NodeJS.Timeout | undefined
  let leave: () => void = () => undefined
  function open() {
    leave = listen(watchNewMail, {
      onOpen: () => {
        seen.isOpen = true
      },
      onEvent: (name) => {
        if (name === arrivalEvent) seen.words += 1
      },
      onEnd: (why) => {
        seen.isOpen = false
        if (why !== 'cut') seen.refusals += 1
        else {
          seen.cuts += 1
          timer = setTimeout(open, 50 + below(400))
        }
      },
    })
  }
  open()
  const end = () => {
    clearTimeout(timer)
    leave()
  }
  return { seen, end }
}

describe('a rolling restart under load', () => {
  it.each([18])('R18: loses no request, no send and no listener (seed %i)', { timeout: 180_000 }, async (seed) => {
    // Long enough for a balancer on a busy machine to notice.
    const opened = await openProduct({ gateways: 2, balanced: true, settings: { DRAIN_SECONDS: '3' } })
    product = opened
    const below = seededRandom(seed)
    const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
    const [sender, reader] = [await opened.enter(lin), await opened.enter(wang)]
    const ears = Array.from({ length: 3 }, () => [sender, reader].map(({ listen }) => listening(listen, below))).flat()
    await expect.poll(() => ears.every(({ seen }) => seen.isOpen), { timeout: 10_000 }).toBe(true)

    let isOver = false
    let done = 0
    const failures: string[] = []
    const promised: string[] = []
    const read = async (call: CallGateway) => {
      const outcome = await call(queryFolder, { folder: 'inbox', pageSize: 20 })
      if (!outcome.ok) failures.push(`read: ${outcome.code}`)
    }
    const send = async (call: CallGateway, subject: string) => {
      const mail = {
        to: [wang.address],
        subject,
        html: `<p>${subject}</p>`,
        attachmentIds: [],
        idempotencyKey: subject,
      }
      const outcome = await call(sendMail, mail)
      if (outcome.ok) promised.push(subject)
      else failures.push(`send: ${outcome.code}`)
    }
    const work = async (name: string) => {
      for (let turn = 0; !isOver; turn += 1) {
        if (below(5) === 0) await send(sender.call, `${name} ${turn}`)
        else await read(below(2) === 0 ? sender.call : reader.call)
        done += 1
      }
    }
    const load = Promise.all(['a', 'b', 'c', 'd'].map(work))
    const goOn = async () => {
      const before = done
      await expect.poll(() => done, { timeout: 30_000 }).toBeGreaterThan(before + 20)
    }
    for (const gateway of opened.gateways) {
      await goOn()
      await gateway.stop()
      await goOn()
      await gateway.start()
      await expect.poll(opened.areReady, { timeout: 10_000 }).toBe(true)
    }
    await goOn()
    isOver = true
    await load

    expect(failures).toEqual([])
    expect(promised.length).toBeGreaterThan(10)
    await expect
      .poll(async () => (await subjectsIn(wang, 'INBOX')).toSorted(), { timeout: 30_000, interval: 500 })
      .toEqual(promised.toSorted())
    await expect.poll(() => ears.every(({ seen }) => seen.isOpen), { timeout: 10_000 }).toBe(true)
    // Each gateway has sent its listeners away once; whoever went to the second one first was sent away twice.
    expect(ears.reduce((all, { seen }) => all + seen.cuts, 0)).toBeGreaterThanOrEqual(ears.length)
    expect(ears.filter(({ seen }) => seen.refusals > 0)).toEqual([])
    const words = ears.map(({ seen }) => seen.words)
    for (const user of [lin, wang]) await fill(user, 'INBOX', [{ subject: 'after all' }])
    await expect.poll(() => ears.every(({ seen }, at) => seen.words > (words[at] ?? 0)), { timeout: 10_000 }).toBe(true)
    for (const { end } of ears) end()
  })
})
