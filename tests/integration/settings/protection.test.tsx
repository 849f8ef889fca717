/** Protection in the settings: the secure mailbox and the secure phone, as a person meets them (SPEC §8). */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '#src/features/protection/PhoneProof'
import '#src/features/protection/ProtectionDialogs'
import '#src/features/protection/ProtectionSection'
import { takeSms } from '#server/phone/receiveSms'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { makeKeepingRelay, secretIn } from '../../support/mail/relayed'
import { openedSection } from './settingsSetup'

openServer()

const phone = '13911112222'
let gateway: TestGateway
let relay: ReturnType<typeof makeKeepingRelay>
beforeEach(async () => {
  relay = makeKeepingRelay()
  gateway = await makeTestGateway({ relay: relay.relay, env: { SMS_NUMBER: '106900001' } })
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

async function fill(name: string, value: string, isLast = false) {
  const field = await screen.findByLabelText(name)
  fireEvent.change(field, { target: { value } })
  if (isLast) fireEvent.submit(field.closest('form') ?? field)
}
const button = (name: string) => screen.findByRole('button', { name })

it('binds a secure mailbox with the password, says that its message went, and raises the level once it has agreed', async () => {
  const { user } = await openedSection(gateway, 'protection')
  expect(await screen.findByText('保护级别：低')).toBeVisible()
  await user.click(await button('绑定邮箱'))
  // The dialog is open once its first field has the focus.
  await waitFor(() => expect(screen.getByLabelText('邮箱地址')).toHaveFocus())
  await fill('邮箱地址', 'lin@far.example')
  await fill('登录密码', 'wrong', true)
  expect(await screen.findByText('密码错误，邮箱绑定失败')).toHaveAttribute('role', 'alert')
  await waitFor(() => expect(screen.getByLabelText('登录密码')).toHaveFocus())
  await fill('登录密码', testPassword, true)
  expect(await screen.findByText('确认邮件已发送到 l***@far.example，3 天内有效。')).toBeVisible()
  expect(screen.getByText(/60 分钟后可以重新发送/)).toBeVisible()
  expect(await button('重新发送')).toBeDisabled()
  expect(screen.getByRole('link', { name: '查看发送情况' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/sendSuccess#s=\w/),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await gateway.drain()
  const secret = secretIn(relay.sent[0]?.raw ?? '')
  await makeCalls(gateway).post('verification/confirm.action', { secret })
  await user.click(screen.getByRole('link', { name: /设置/ }))
  await user.click(await screen.findByRole('link', { name: /账号保护/ }))
  expect(await screen.findByText('保护级别：中')).toBeVisible()
  expect(screen.getByText('l***@far.example')).toBeVisible()
})

it('leads to where the message of a secure mailbox went, which goes again after an hour, until it has agreed', async () => {
  const session = await makeCalls(gateway).signIn('lin@ep.test')
  const form = { password: testPassword, address: 'lin@far.example' }
  const { json } = await makeCalls(gateway).post('protection/bindMailbox.action', form, { session })
  const link = (reply: unknown) => `/sendSuccess#s=${/"sent":"([\w-]+)"/.exec(JSON.stringify(reply))?.[1]}`
  const first = await renderApp(link(json), { gateway })
  expect(await screen.findByText('l***@far.example')).toBeVisible()
  expect(screen.queryByText('lin@far.example')).toBeNull()
  expect(await button('60:00 后可重新发送')).toBeDisabled()
  expect(screen.getByRole('link', { name: '更换地址' })).toHaveAttribute('href', '/settingPc?section=protection')
  first.unmount()
  gateway.clock.advance(3_600_000)
  const later = await renderApp(link(json), { gateway })
  await later.user.click(await button('重新发送'))
  expect(await screen.findByText('确认邮件已重新发送')).toBeVisible()
  await gateway.drain()
  expect(relay.sent).toHaveLength(2)
  const shown = await makeCalls(gateway).post('protection/show.action', {}, { session })
  const secret = secretIn(relay.sent[1]?.raw ?? '')
  await makeCalls(gateway).post('verification/confirm.action', { secret })
  later.unmount()
  await renderApp(link(shown.json), { gateway })
  expect(await screen.findByText(/l\*\*\*@far\.example 已确认/)).toBeVisible()
})

it('confirms with the password a phone that was bound without it, which counts from then on', async () => {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  const [life, id] = [{ since: 0, mostTries: 5, now: 1 }, account?.id ?? '']
  await gateway.stores.phones.ask(id, phone, { code: '111111', askedAt: 1 }, life)
  await gateway.stores.phones.receive(phone, '111111', life)
  await gateway.stores.phones.confirm(id, phone, life)
  const { user } = await openedSection(gateway, 'protection')
  expect(await screen.findByText(/绑定时未验证密码/)).toBeVisible()
  expect(screen.getByText('保护级别：低')).toBeVisible()
  await user.click(await button('用密码确认'))
  await fill('手机号', phone)
  await fill('登录密码', testPassword, true)
  expect(await screen.findByText('保护级别：中')).toBeVisible()
  expect(await button('更换')).toBeVisible()
})

it('changes the secure phone with the old number, by the text message of the new one, in English', async () => {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  await gateway.stores.phones.bind(account?.id ?? '', '13800000000', 1)
  const { user } = await openedSection(gateway, 'protection', 'en-US')
  expect(await screen.findByText('138****0000')).toBeVisible()
  await user.click(await button('Change'))
  await fill('Old phone number', '13811111111')
  await fill('New phone number', '139')
  await fill('Password', testPassword, true)
  expect(await screen.findByText('This is not a mobile number of 11 digits.')).toHaveAttribute('role', 'alert')
  await fill('New phone number', '13911112222', true)
  expect(await screen.findByText('The old phone number is wrong')).toHaveAttribute('role', 'alert')
  await fill('Old phone number', '13800000000', true)
  await user.click(await button('Can’t scan? Send the message yourself'))
  const code = (await screen.findByText(/^\d{6}$/)).textContent
  await takeSms(gateway.stores, { from: phone, text: code ?? '' })
  await user.click(await button('Done'))
  expect(await screen.findByText('139****2222')).toBeVisible()
  expect(screen.queryByText(code ?? '')).toBeNull()
})
