/** R5: what was read before is answered and forwarded without a line, from what this device keeps of it, and goes once into its thread. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen } from '../compose/composeSetup'
import { cuttableLine } from '../offlineQueue/offlineQueueSetup'

openServer()

let gateway: TestGateway
let line: ReturnType<typeof cuttableLine>
beforeEach(async () => {
  gateway = await makeTestGateway()
  line = cuttableLine()
  for (const name of ['wang', 'chen']) await gateway.account(`${name}@ep.test`)
})
// The last named goes first: composers still speak to the gateway as they close.
afterEach(() => gateway.close())
closeComposers()

const raw = (to: string) => `From: Wang <wang@ep.test>
To: ${to}@ep.test, Chen <chen@ep.test>
Subject: Plan
Message-ID: <second@ep.test>
References: <first@ep.test>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

The plan of Monday.
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="plan.pdf"
Content-Transfer-Encoding: base64

JVBERi0=
--b--
`

const said = {
  'zh-CN': {
    retry: '重试',
    named: (subject: string) => `写信：${subject}`,
    to: '收件人',
    send: '发送',
    waits: /1 封邮件在本设备上等候/,
    files: /1 个文件没有保存在本设备上，不会随信发出：plan\.pdf/,
    atOnce: '立即发送',
  },
  'en-US': {
    retry: 'Retry',
    named: (subject: string) => `Write: ${subject}`,
    to: 'To',
    send: 'Send',
    waits: /One message is waiting on this device/,
    files: /a file of the original message is not kept on this device and will not be sent along: plan\.pdf/,
    atOnce: 'Send now',
  },
} as const

/** The mail is read, then the line is cut and the page's own command opens its composer. */
async function answered(as: string, command: string, subject: string, language: keyof typeof said) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  await gateway.account(`${as}@ep.test`)
  const bytes = new Uint8Array(Buffer.from(raw(as).replaceAll('\n', '\r\n')))
  const id = await gateway.deliver(`${as}@ep.test`, bytes)
  const app = await renderApp(`/receive/mailshow?id=${id}`, { as, gateway })
  line.through(gateway)
  leftOpen(app.store)
  await screen.findByText('The plan of Monday.')
  line.cut()
  await app.user.click(screen.getByRole('button', { name: command }))
  const composer = within(await screen.findByRole('dialog', { name: said[language].named(subject) }))
  await waitFor(() => expect(composer.getByLabelText(/^(?:正文|Text|Body)$/)).toHaveTextContent('The plan of Monday.'))
  const send = async () => {
    await app.user.click(composer.getByRole('button', { name: said[language].send }))
    await screen.findByText(said[language].waits)
    line.mend()
    const [retry] = screen.getAllByRole('button', { name: said[language].retry })
    if (retry !== undefined) await app.user.click(retry)
    await app.user.click(await screen.findByRole('button', { name: said[language].atOnce }))
  }
  return { ...app, composer, send }
}

/** Each mail of this subject in a mailbox, as its reader has it. */
async function got(who: string, subject: string) {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const store = gateway.stores.mailStores.of(owner)
  const query = { folder: 'inbox', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  const found = ((await store.page(query))?.list ?? []).filter((mail) => mail.subject === subject)
  return Promise.all(found.map(async ({ id }) => (await store.open(id))?.parsed))
}

describe.each([
  ['zh-CN', 'zh', '回复', '回复全部', '转发'],
  ['en-US', 'en', 'Reply', 'Reply all', 'Forward'],
] as const)('a mail that was read, in %s', (language, name, reply, replyAll, forward) => {
  it('is answered to whoever wrote it, and the answer goes once, into its thread', async () => {
    const { composer, send } = await answered(`reply-${name}`, reply, 'Re: Plan', language)
    expect(composer.queryByText(said[language].files)).toBeNull()
    await send()
    await waitFor(async () => expect(await got('wang', 'Re: Plan')).toHaveLength(1))
    expect(line.keys).toHaveLength(1)
    const [mail] = await got('wang', 'Re: Plan')
    expect(mail).toMatchObject({ inReplyTo: '<second@ep.test>', references: ['<first@ep.test>', '<second@ep.test>'] })
    expect(`${mail?.html}${mail?.text}`).toContain('The plan of Monday.')
    expect(await got('chen', 'Re: Plan')).toEqual([])
  })

  it('is answered to all of its people', async () => {
    const { send } = await answered(`all-${name}`, replyAll, 'Re: Plan', language)
    await send()
    await waitFor(async () => expect(await got('chen', 'Re: Plan')).toHaveLength(1))
    const [mail] = await got('wang', 'Re: Plan')
    expect(mail?.to.map(({ address }) => address)).toEqual(['wang@ep.test', 'chen@ep.test'])
    expect(mail?.inReplyTo).toBe('<second@ep.test>')
  })

  it('is forwarded without its files, which is said', async () => {
    const { user, composer, send } = await answered(`forward-${name}`, forward, 'Fwd: Plan', language)
    expect(composer.getByText(said[language].files)).toBeVisible()
    await user.type(composer.getByRole('combobox', { name: said[language].to }), 'chen@ep.test ')
    await send()
    await waitFor(async () => expect(await got('chen', 'Fwd: Plan')).toHaveLength(1))
    expect(line.keys).toHaveLength(1)
    const [mail] = await got('chen', 'Fwd: Plan')
    expect(mail).toMatchObject({ inReplyTo: null, attachments: [] })
    expect(mail?.references).toEqual(['<first@ep.test>', '<second@ep.test>'])
  })
})
