/** The attachments of a whole mailbox over Dovecot, behind two gateways that take requests in turn. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Call } from '../../src/contract/endpoint'
import { saveAttachments } from '../../src/contract/endpoints/files/mailFiles'
import { attachments } from '../../src/contract/endpoints/mail/attachments'
import type { CallGateway } from '../../src/lib/http/outcome'
import { addLabUser } from './lab/env'
import { imapOf, within } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product | undefined
afterEach(() => product?.close())

function message(subject: string, name: string | null): string {
  const file = [
    '--b',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename*0*=UTF-8''${encodeURIComponent(name ?? '')}`,
    '',
    'eHl6',
  ]
  return [
    'From: =?utf-8?B?5byg5LiJ?= <zhang@example.cn>',
    `Subject: ${subject}`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'text',
    ...(name === null ? [] : file),
    '--b--',
    '',
  ].join('\r\n')
}

async function page(call: CallGateway, form: Call<typeof attachments> = {}) {
  const outcome = await call(attachments, form)
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}
const names = async (call: CallGateway, form: Call<typeof attachments> = {}) =>
  (await page(call, form)).list.map(({ name }) => name)

describe('the list of all attachments over a mail server', () => {
  it('is filled in the background, found in both scripts, and keeps in step with other mail programs', {
    timeout: 120_000,
  }, async () => {
    product = await openProduct({ gateways: 2 })
    const lin = await addLabUser('lin')
    const client = await imapOf(lin)
    await client.mailboxCreate('Papers')
    for (let at = 0; at < 230; at += 1)
      await client.append('INBOX', message(`mail ${at}`, at % 3 === 0 ? null : `${at}.txt`))
    await client.append('Papers', message('Offer', '第三季度報價單.xlsx'))
    const call = await product.signIn(lin)
    const first = await page(call)
    expect(first.total).toBe(231)
    const settled = () =>
      expect.poll(async () => (await page(call)).waiting, { timeout: 60_000, interval: 200 }).toBe(0)
    await settled()
    const found: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { list, next } = await page(call, { after })
      found.push(...list.map(({ name }) => name))
      after = next
    }
    const inbox = Array.from({ length: 230 }, (_, at) => at).filter((at) => at % 3 !== 0)
    expect(found.toSorted()).toEqual([...inbox.map((at) => `${at}.txt`), '第三季度報價單.xlsx'].toSorted())
    const [offer] = (await page(call, { name: '报价', sender: '張三' })).list
    expect(offer).toMatchObject({ name: '第三季度報價單.xlsx', subject: 'Offer', kind: 'table', part: '2' })
    const saving = { id: offer?.mailId ?? '', parts: [offer?.part ?? ''], key: 'k' }
    expect(await call(saveAttachments, saving)).toMatchObject({ ok: true, value: { saved: 1 } })
    expect(await names(call, { where: 'folder', folder: offer?.folder ?? '' })).toEqual(['第三季度報價單.xlsx'])

    await client.append('INBOX', message('new', 'new.pdf'))
    await within(lin, 'INBOX', (inner) => inner.messageDelete('2:3', { uid: true }))
    await client.mailboxRename('Papers', 'Contracts')
    await client.logout()
    await expect
      .poll(
        async () => [
          await names(call, { name: 'new.pdf' }),
          await names(call, { kind: 'text', name: '1.txt' }).then((all) => all.includes('1.txt')),
          (await page(call, { name: '報價' })).list[0]?.folder === offer?.folder,
          (await names(call, { name: '報價' })).length,
        ],
        { timeout: 60_000, interval: 500 },
      )
      .toEqual([['new.pdf'], false, false, 1])
    await settled()
  })
})
