/** Forms that ask for more than a mail may hold, and ten files on their way at once (TRUST S27, R13, R14). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import enUS from '../../../locales/en-US/errors.json'
import zhCN from '../../../locales/zh-CN/errors.json'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let session: Signed
const call = () => makeCalls(gateway)

beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  session = await call().signIn('lin@ep.test')
})
afterEach(() => gateway.close())

describe('a form beyond all measure', () => {
  const send = (to: readonly string[]) =>
    call().post('writemail/sendMail.action', { to, subject: 's', html: '<p>x</p>', idempotencyKey: 'k' }, { session })

  it('S27: of 100,000 recipients is refused at once, as keys or within one', async () => {
    const addresses = Array.from({ length: 100_000 }, (_, index) => `u${index}@ep.test`)
    for (const to of [addresses.slice(0, 1_001), [addresses.join(',')]]) {
      const { json } = await send(to)
      expect(json).toMatchObject({ code: 'badField', field: 'to' })
    }
    // More keys than any form has are not even read.
    expect(await send(addresses)).toMatchObject({ status: 413, json: { code: 'tooLarge' } })
    expect(await gateway.stores.outbox.nextDue()).toBeNull()
  })

  it('R14: 51 MB of files are refused before one byte of them, in the words of the product', async () => {
    const size = 51 * 1024 * 1024
    const { json } = await call().post(
      'writemail/startUpload.action',
      { name: 'film.mp4', type: 'video/mp4', size },
      { session },
    )
    expect(json).toMatchObject({ code: 'attachmentsTooLarge', msg: 'errors:attachmentsTooLarge' })
    expect(enUS.attachmentsTooLarge).toBe('Total attachments cannot exceed 50M')
    expect(zhCN.attachmentsTooLarge).toContain('50M')
  })
})
