import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const minute = 60_000
let gateway: TestGateway
afterEach(() => gateway.close())

/** A mailbox with one mail for in an hour, open in its folder. */
async function scheduled(path = '/folder/scheduled', to = 'wang@ep.test') {
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
  const session: Signed = await calls.signIn('lin@ep.test')
  const { json } = await calls.post(
    'writemail/sendMail.action',
    { to, subject: '合同', html: '<p>请看</p>', idempotencyKey: 'k', sendAt: gateway.clock.now() + 60 * minute },
    { session },
  )
  const app = await renderApp(path.replace('ID', `out.${String(json.id)}`), { as: 'lin', gateway })
  return { ...app, calls, session, id: String(json.id) }
}
const rows = () => screen.findAllByRole('row', { name: /合同/ })

describe('the folder of scheduled mail', () => {
  it('lists what waits by when it goes and to whom, and takes it back into the drafts', async () => {
    const { user } = await scheduled()
    const [row] = await rows()
    // An hour from the gateway's 1:30, in this browser's zone.
    expect(row).toHaveTextContent('11-21 02:30')
    expect(row).toHaveAccessibleName(/等待发送.*wang@ep\.test/)
    await user.click(within(row ?? document.body).getByRole('checkbox'))
    const toolbar = within(screen.getByRole('toolbar', { name: '邮件操作' }))
    expect(toolbar.queryByRole('button', { name: '删除' })).not.toBeInTheDocument()
    await user.click(toolbar.getByRole('button', { name: '取消发送，转为草稿' }))
    expect(await screen.findByText('1 封邮件已转为草稿')).toBeInTheDocument()
    expect(await screen.findByText('没有定时邮件')).toBeInTheDocument()
  })

  it('lets a key neither move nor mark what waits, and says what can be done', async () => {
    const { user } = await scheduled()
    const [row] = await rows()
    row?.focus()
    await user.keyboard('s')
    expect(await screen.findByText('等待发送的邮件只能取消发送')).toBeInTheDocument()
    await rows()
  })
})

describe('a scheduled mail that is opened', () => {
  it('says when it goes, and is written on', async () => {
    const { user } = await scheduled('/folder/scheduled/mailshow?id=ID')
    expect(await screen.findByText(/^将于 2026年11月21日.*02:30 发送$/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '回复' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    expect(await screen.findByLabelText('主题')).toHaveValue('合同')
    expect(screen.getByRole('button', { name: /^定时发送：/ })).toBeInTheDocument()
  })

  it('is put off, and sent at once', async () => {
    const { user, calls, session, id } = await scheduled('/folder/scheduled/mailshow?id=ID')
    await user.click(await screen.findByRole('button', { name: '更改时间' }))
    await user.click(await screen.findByRole('button', { name: /明天上午/ }))
    expect(await screen.findByText('已更改发送时间')).toBeInTheDocument()
    const [row] = await rows()
    expect(row).toHaveTextContent('11-22 09:00')
    if (row !== undefined) await user.click(row)
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    expect(await screen.findByText('邮件正在发送')).toBeInTheDocument()
    await gateway.drain()
    const { json } = await calls.get('writemail/sendStatus.action', { id }, { session })
    expect(json.recipients).toMatchObject([{ state: 'sent' }])
  })

  it('says what is too late, and stays', async () => {
    const { user } = await scheduled('/folder/scheduled/mailshow?id=ID')
    const edit = await screen.findByRole('button', { name: '编辑' })
    gateway.clock.advance(60 * minute - 10_000)
    await user.click(edit)
    expect(await screen.findByText('邮件已开始发送，无法撤回')).toBeInTheDocument()
  })

  it.each([
    ['zh-CN', '立即发送', '这封邮件已在别处撤回，现为草稿', '没有定时邮件', /^定时/],
    [
      'en-US',
      'Send now',
      'This message was taken back elsewhere; it is a draft now',
      'Nothing scheduled',
      /^Scheduled/,
    ],
  ])('is left where another window has taken it back, %s', async (language, now, told, none, folder) => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const { user, calls, session, id } = await scheduled('/folder/scheduled/mailshow?id=ID')
    const button = await screen.findByRole('button', { name: now })
    expect(await screen.findByRole('link', { name: folder })).toBeInTheDocument()
    await calls.post('writemail/takeBack.action', { id }, { session })
    await user.click(button)
    expect(await screen.findByText(told)).toBeInTheDocument()
    expect(await screen.findByText(none)).toBeInTheDocument()
    await waitFor(() => expect(window.location.pathname).toBe('/folder/scheduled'))
    await waitFor(() => expect(screen.queryByRole('link', { name: folder })).not.toBeInTheDocument())
  })

  it('R22: shows that it failed, and is tried again', async () => {
    const { user, calls, session, id } = await scheduled('/folder/scheduled')
    const owner = await gateway.stores.accounts.byAddress('wang@ep.test')
    if (owner !== null) await gateway.stores.accounts.remove(owner.id)
    gateway.clock.advance(60 * minute)
    await gateway.drain()
    await user.click(await screen.findByRole('button', { name: '收信' }))
    const [row] = await screen.findAllByRole('row', { name: /发送失败/ })
    if (row !== undefined) await user.click(row)
    expect(await screen.findByText('这封邮件未能送达所有收件人')).toBeInTheDocument()
    await gateway.account('wang@ep.test')
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByText('邮件正在发送')).toBeInTheDocument()
    await gateway.drain()
    const { json } = await calls.get('writemail/sendStatus.action', { id }, { session })
    expect(json.recipients).toMatchObject([{ state: 'sent' }])
  })
})
