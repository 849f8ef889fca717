/** Forwarding in the settings, and the page that the link of a verification mail leads to. */
import { text } from 'node:stream/consumers'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '#src/features/autoReply/AutoReplySection'
import '#src/features/forwarding/Forwarding'
import '#src/features/settings/SettingsPages'
import '#src/features/verification/SentPage'
import '#src/features/verification/VerifyPage'
import type { Relay } from '#server/outbox/dispatch/relay.port'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { choose, openedSection, shownIn } from './settingsSetup'

openServer()

let gateway: TestGateway
let session: Signed
let mails: string[]
const relay: Relay = {
  hand: async ({ to }, message, beforeLastDot) => {
    mails.push(await text(await message()))
    await beforeLastDot(to)
    return to.map((address) => ({ address, state: 'sent', reason: null }))
  },
}
beforeEach(async () => {
  mails = []
  gateway = await makeTestGateway({ relay })
  await gateway.account('lin@ep.test')
  session = await makeCalls(gateway).signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (path: string, form: Record<string, string> = {}) =>
  (await makeCalls(gateway).post(path, form, { session })).json
const stored = () => post('settings/forwarding.action')
const button = (name: string) => screen.findByRole('button', { name })
const secretOf = (raw = '') =>
  /\/verify#t=([\w-]{43})/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? expect.fail('no link')

it('asks an address by mail, and offers it only once it has agreed', async () => {
  const { user } = await openedSection(gateway, 'autoReply')
  const field = await screen.findByLabelText('新地址')
  fireEvent.change(field, { target: { value: 'nobody' } })
  await user.click(await button('添加地址'))
  await waitFor(() => expect(field).toHaveAccessibleDescription(/收件人地址|地址/))
  fireEvent.change(field, { target: { value: 'friend@far.example' } })
  await user.click(await button('添加地址'))
  expect(await screen.findByText(/^等待确认/)).toBeInTheDocument()
  expect(await button('重新发送')).toBeDisabled()
  expect(screen.queryByLabelText('将全部邮件转发到')).not.toBeInTheDocument()
  await gateway.drain()
  expect(mails).toHaveLength(1)
})

it('is chosen, also while another is added, kept, and turned off where its address is removed', async () => {
  for (const name of ['wang', 'chen']) await gateway.account(`${name}@ep.test`)
  await post('settings/addForwardTarget.action', { address: 'wang@ep.test' })
  const { user } = await openedSection(gateway, 'autoReply')
  const field = await choose('将全部邮件转发到', 'wang@ep.test')
  await user.click(screen.getByRole('radio', { name: '不保留副本' }))
  fireEvent.change(screen.getByLabelText('新地址'), { target: { value: 'chen@ep.test' } })
  await user.click(await button('添加地址'))
  await button('移除 chen@ep.test')
  expect(field).toBeInTheDocument()
  expect(shownIn(field)).toBe('wang@ep.test')
  const saves = await screen.findAllByRole('button', { name: '保存' })
  await user.click(saves.at(-1) ?? expect.fail('no button'))
  await screen.findByText('以后全部邮件会转发到 wang@ep.test')
  expect(await stored()).toMatchObject({ isOn: true, to: 'wang@ep.test', keepsCopy: false })
  await user.click(await button('移除 wang@ep.test'))
  await screen.findByText('已移除 wang@ep.test：不再向其转发')
  expect(await stored()).toMatchObject({ isOn: false, targets: [{ address: 'chen@ep.test' }] })
})

it('can be turned off where its address no longer agrees, and shows an address that was kept before it was refused', async () => {
  await post('settings/addForwardTarget.action', { address: 'friend@far.example' })
  await gateway.drain()
  await post('verification/confirm.action', { secret: secretOf(mails[0]) })
  await post('settings/saveForwarding.action', { isOn: '1', to: 'friend@far.example', keepsCopy: '1' })
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  await gateway.stores.forwardTargets.remove(lin?.id ?? '', 'friend@far.example')
  const { user } = await openedSection(gateway, 'autoReply')
  await choose('将全部邮件转发到', '不转发')
  const saves = await screen.findAllByRole('button', { name: '保存' })
  await user.click(saves.at(-1) ?? expect.fail('no button'))
  await waitFor(async () => expect(await stored()).toMatchObject({ isOn: false }))
  await post('settings/addForwardTarget.action', { address: 'other@far.example' })
  expect(screen.queryByText('other@far.example')).not.toBeInTheDocument()
  fireEvent.change(await screen.findByLabelText('新地址'), { target: { value: 'other@far.example' } })
  await user.click(await button('添加地址'))
  expect(await screen.findByText('other@far.example')).toBeInTheDocument()
})

it('S19: is agreed to by pressing the button of the page alone, once', async () => {
  await post('settings/addForwardTarget.action', { address: 'friend@far.example' })
  await gateway.drain()
  const link = `/verify#t=${secretOf(mails[0])}`
  const first = await renderApp(link, { gateway })
  await screen.findByText('lin@ep.test 希望将收到的全部邮件转发到 friend@far.example。您同意吗？')
  expect(await stored()).toMatchObject({ targets: [{ isConfirmed: false }] })
  await first.user.click(await button('确认'))
  await screen.findByText(/^已确认：lin@ep.test/)
  expect(await stored()).toMatchObject({ targets: [{ isConfirmed: true }] })
  first.unmount()
  await renderApp(link, { gateway })
  expect(await screen.findByText('链接已过期或已使用')).toBeInTheDocument()
})

it('leads to where the mail went: masked, sent again after an hour, and confirmed', async () => {
  const { targets } = await post('settings/addForwardTarget.action', { address: 'friend@far.example' })
  await gateway.drain()
  const { user, unmount } = await openedSection(gateway, 'autoReply')
  const [{ sent }] = targets as [{ sent: string }]
  expect(await screen.findByRole('link', { name: '查看发送情况' })).toHaveAttribute('href', `/sendSuccess#s=${sent}`)
  await user.click(screen.getByRole('link', { name: '查看发送情况' }))
  expect(await screen.findByText('f***@far.example')).toBeVisible()
  expect(await button('60:00 后可重新发送')).toBeDisabled()
  expect(screen.getByRole('link', { name: '更换地址' })).toHaveAttribute('href', '/settingPc?section=autoReply')
  unmount()
  gateway.clock.advance(3_600_000)
  const later = await renderApp(`/sendSuccess#s=${sent}`, { gateway })
  await later.user.click(await button('重新发送'))
  expect(await screen.findByText('确认邮件已重新发送')).toBeVisible()
  expect(await button('60:00 后可重新发送')).toBeDisabled()
  await gateway.drain()
  expect(mails).toHaveLength(2)
  await post('verification/confirm.action', { secret: secretOf(mails[1]) })
  later.unmount()
  await renderApp('/sendSuccess#s=made-up', { gateway })
  expect(await screen.findByText('请从您的设置中重新打开此页面。')).toBeVisible()
})
