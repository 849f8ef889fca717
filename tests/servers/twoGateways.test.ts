/** Two gateways over one database and one mail server serve one person, in any order of requests. */
import { afterEach, describe, expect, it } from 'vitest'
import { sendMail } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway } from '../../src/lib/http/outcome'
import { addLabUser } from './lab/env'
import { subjectsIn } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product | undefined

afterEach(() => product?.close())

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Number ${index}`)

const send = (call: CallGateway, to: string, subject: string) =>
  call(sendMail, { to: [to], subject, html: `<p>${subject}</p>`, attachmentIds: [], idempotencyKey: subject })

describe('two gateways that take requests in turn', () => {
  it('R1, R2: 200 sends at once arrive once each, and stand once each among the sent', {
    timeout: 120_000,
  }, async () => {
    product = await openProduct({ gateways: 2 })
    const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
    const call = await product.signIn(lin)
    const subjects = numbered(200)
    // Each is asked for twice, as a double press or a client's second try does.
    const outcomes = await Promise.all([...subjects, ...subjects].map((it) => send(call, wang.address, it)))
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([])
    const all = subjects.toSorted()
    await expect
      .poll(async () => (await subjectsIn(wang, 'INBOX')).toSorted(), { timeout: 60_000, interval: 500 })
      .toEqual(all)
    await expect
      .poll(async () => (await subjectsIn(lin, 'Sent')).toSorted(), { timeout: 60_000, interval: 500 })
      .toEqual(all)
    expect((await subjectsIn(wang, 'INBOX')).length).toBe(200)
  })

  it.each([0, 1])(
    'R1, R18: killing gateway %i while mail is on its way loses none and doubles none',
    async (index) => {
      product = await openProduct({ gateways: 2 })
      const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
      const call = await product.signIn(lin)
      const subjects = numbered(40)
      const sending = subjects.map((it) => send(call, wang.address, it))
      await Promise.race(sending)
      await product.gateways[index]?.kill()
      const outcomes = await Promise.all(sending)
      // What was not acknowledged is tried again, as the client does, by the gateway that is left.
      const again = subjects.filter((_, at) => !outcomes[at]?.ok)
      for (const subject of again) expect(await send(call, wang.address, subject)).toMatchObject({ ok: true })
      await expect
        .poll(async () => (await subjectsIn(wang, 'INBOX')).toSorted(), { timeout: 60_000, interval: 500 })
        .toEqual(subjects.toSorted())
      await expect
        .poll(async () => (await subjectsIn(lin, 'Sent')).toSorted(), { timeout: 60_000, interval: 500 })
        .toEqual(subjects.toSorted())
    },
    120_000,
  )
})
