/** Two-step sign-in on its pages, in the timeout modal and in the settings (TRUST S19). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionLost } from '#src/store/session/session'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { openedSection } from '../settings/settingsSetup'

openServer()
let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

/** What an authenticator shows a minute later: another code each time. */
const codeOf = (key: string) => {
  gateway.clock.advance(60_000)
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: gateway.clock.now() })
}

async function turnOn(): Promise<string> {
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  const { json } = await calls.post('login/beginTotp.action', { password: testPassword }, { session })
  const key = String(json.secret)
  await calls.post('login/confirmTotp.action', { code: codeOf(key) }, { session })
  return key
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function givePassword() {
  type(await screen.findByLabelText('账号'), 'lin')
  type(screen.getByLabelText('密码'), testPassword)
  press('登录')
}

it('S19: the sign-in page asks for digits, says what is wrong, and asks a trusted device for nothing', async () => {
  const key = await turnOn()
  const { unmount } = await renderApp('/login?next=/mainPage', { gateway })
  await givePassword()
  const code = await screen.findByLabelText('验证码')
  const goOn = () => press('继续')
  goOn()
  expect(await screen.findByText('请输入验证码')).toBeVisible()
  type(code, '12a456')
  goOn()
  expect(await screen.findByText('验证码只能为数字')).toBeVisible()
  type(code, '000000')
  goOn()
  expect(await screen.findByText('验证码错误')).toBeVisible()
  expect(code).toHaveAttribute('aria-invalid', 'true')
  type(
    code,
    codeOf(key).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  )
  fireEvent.click(screen.getByLabelText('30 天内信任此设备'))
  goOn()
  expect(await screen.findByText('最新邮件')).toBeVisible()
  unmount()
  window.localStorage.removeItem('ep_tokenList')
  window.localStorage.removeItem('ep_userInfo')
  await renderApp('/login?next=/mainPage', { gateway })
  await givePassword()
  expect(await screen.findByText('最新邮件')).toBeVisible()
})

it('the timeout modal asks for the code in its place, and a way leads back to the password', async () => {
  const { store, reload } = await renderApp('/mainPage', { gateway, as: 'lin' })
  const key = await turnOn()
  await screen.findByText('最新邮件')
  const before = window.localStorage.getItem('ep_tokenList')
  act(() => void store.dispatch(sessionLost()))
  const modal = within(await screen.findByRole('dialog'))
  type(modal.getByLabelText('密码'), testPassword)
  fireEvent.click(modal.getByText('登录'))
  fireEvent.click(await modal.findByText('返回'))
  type(await modal.findByLabelText('密码'), testPassword)
  fireEvent.click(modal.getByText('登录'))
  type(await modal.findByLabelText('验证码'), codeOf(key))
  fireEvent.click(modal.getByText('继续'))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(window.localStorage.getItem('ep_tokenList')).not.toBe(before)
})

it('S20: the settings turn an authenticator on by password and code, show its recovery codes once, and turn it off', async () => {
  await openedSection(gateway, 'factors')
  fireEvent.click(await screen.findByText('开启'))
  type(await screen.findByLabelText('密码'), 'wrong')
  press('继续')
  expect(await screen.findByText('密码错误，请重新输入')).toBeVisible()
  type(screen.getByLabelText('密码'), testPassword)
  press('继续')
  expect(await screen.findByRole('img', { name: '密钥的二维码' })).toBeVisible()
  const key = (screen.getByText(/^[A-Z2-7 ]{39}$/).textContent ?? '').replaceAll(' ', '')
  type(screen.getByLabelText('验证码'), codeOf(key))
  press('确认并开启')
  const codes = await screen.findAllByText(/^\w{4}-\w{4}-\w{4}$/)
  expect(codes).toHaveLength(10)
  press('我已保存')
  expect(await screen.findByText('剩余 10 个恢复码，共 10 个。')).toBeVisible()
  press('关闭两步验证')
  const dialog = within(await screen.findByRole('dialog'))
  type(dialog.getByLabelText('密码'), testPassword)
  type(dialog.getByLabelText('验证码或恢复码'), codeOf(key))
  fireEvent.click(dialog.getByRole('button', { name: '关闭两步验证' }))
  expect(await screen.findByText('未开启')).toBeVisible()
})
