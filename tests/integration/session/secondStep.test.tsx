/** Two-step sign-in on its pages, in the timeout modal and in the settings (TRUST S19). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folderInfo } from '#contract/endpoints/mail/mail'
import { ask } from '#src/store/ask'
import { sessionLost } from '#src/store/session/session'
import { selectOverlays } from '#src/store/shell/overlays'
import { siteLoaded } from '#src/store/shell/site'
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
afterEach(() => {
  vi.unstubAllGlobals()
  return gateway.close()
})

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

/** A browser with an authenticator whose owner says no, and which has one already; how often it was asked. */
function refusingAuthenticator() {
  const get = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const create = () => Promise.reject(new DOMException('has one', 'InvalidStateError'))
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', Object.assign(Object.create(window.navigator), { credentials: { get, create } }))
  return get
}

async function keepPasskey() {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  const device = { name: '家里的电脑', browser: '', system: '', transports: [], isSynced: false, isVerified: true }
  const made = { ...device, accountId: account?.id ?? '', createdAt: 1, usedAt: null }
  await gateway.stores.passkeys.add({ ...made, id: 'AQ', publicKey: Uint8Array.of(1) }, 0, 1)
  return made.accountId
}

it('a passkey is asked for once for two presses, its fault is none of the code, and a late one says so', async () => {
  const asked = refusingAuthenticator()
  await turnOn()
  await keepPasskey()
  await renderApp('/login', { gateway })
  await givePassword()
  const button = await screen.findByRole('button', { name: '使用通行密钥' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByText('没有完成验证，请重试或使用密码登录')).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(screen.getByLabelText('验证码')).toHaveAttribute('aria-invalid', 'false')
  gateway.clock.advance(11 * 60_000)
  press('使用通行密钥')
  expect(await screen.findByText('等待超时，请重新输入密码。')).toBeVisible()
})

it('a passkey signs in at the address of the gateway alone', async () => {
  refusingAuthenticator()
  await gateway.close()
  gateway = await makeTestGateway({ env: { PUBLIC_URL: window.location.origin } })
  const { store } = await renderApp('/login', { gateway })
  const button = await screen.findByRole('button', { name: '使用通行密钥登录' })
  // Again where the page has just asked the site once more.
  await waitFor(() => {
    act(() => {
      store.dispatch(siteLoaded({ ...store.getState().site, passkeyOrigin: 'https://mail.ep.test' }))
    })
    expect(button).not.toBeInTheDocument()
  })
})

it('a passkey whose answer was lost is listed once its device says so, and one that went is gone', async () => {
  refusingAuthenticator()
  await gateway.close()
  gateway = await makeTestGateway({ env: { PUBLIC_URL: window.location.origin } })
  await gateway.account('lin@ep.test')
  await openedSection(gateway, 'factors')
  fireEvent.click(await screen.findByText('添加通行密钥'))
  type(await screen.findByLabelText('密码'), testPassword)
  const accountId = await keepPasskey()
  press('继续')
  expect(await screen.findByText(/^此设备已有本邮箱的通行密钥，请查看列表/)).toBeVisible()
  expect(await screen.findByText('家里的电脑')).toBeInTheDocument()
  press('删除通行密钥 家里的电脑')
  const dialog = within(await screen.findByRole('dialog', { name: '删除通行密钥 家里的电脑' }))
  type(dialog.getByLabelText('密码'), testPassword)
  await gateway.stores.passkeys.removeAll(accountId)
  fireEvent.click(dialog.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText('家里的电脑')).toBeNull())
})

it('a member with a passkey alone has recovery codes made by the password, shown once', async () => {
  await gateway.close()
  gateway = await makeTestGateway({ env: { PUBLIC_URL: window.location.origin } })
  const { id } = await gateway.account('lin@ep.test')
  const { unmount } = await openedSection(gateway, 'factors')
  expect(await screen.findByText('未开启')).toBeVisible()
  expect(screen.queryByText('恢复码')).toBeNull()
  unmount()
  await keepPasskey()
  await needFactor(id)
  await renderApp('/SettingInner?section=factors', { gateway })
  expect(await screen.findByText('剩余 0 个恢复码，共 10 个。')).toBeVisible()
  press('重新生成恢复码')
  const dialog = within(await screen.findByRole('dialog', { name: '重新生成恢复码' }))
  type(dialog.getByLabelText('密码'), testPassword)
  fireEvent.click(dialog.getByRole('button', { name: '重新生成恢复码' }))
  expect(await screen.findAllByText(/^\w{4}-\w{4}-\w{4}$/)).toHaveLength(10)
  press('我已保存')
  expect(await screen.findByText('剩余 10 个恢复码，共 10 个。')).toBeVisible()
})

it('S19: a membership that is over says so after the code, with the way to renew it', async () => {
  const key = await turnOn()
  const { id } = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no account')
  await gateway.stores.accounts.change(id, { dueAt: 1 })
  await renderApp('/login', { gateway })
  await givePassword()
  type(await screen.findByLabelText('验证码'), codeOf(key))
  press('继续')
  expect(await screen.findByRole('link', { name: '续费会员' })).toHaveAttribute('href', '/renewal')
  await waitFor(() => expect(screen.getByRole('link', { name: '续费会员' })).toHaveFocus())
  expect(window.localStorage.getItem('ep_renewalTicket')).not.toBeNull()
  press('返回')
  expect(await screen.findByLabelText('密码')).toBeVisible()
})

/** Their organization asks for two factors. */
async function needFactor(id: string) {
  const { organizations, policies } = gateway.stores
  await organizations.add({ code: 'acme', name: 'Acme', tier: 'enterprise', seats: 9 })
  await organizations.join('acme', id)
  const by = { organization: 'acme', by: null, now: gateway.clock.now() }
  await policies.change(by, { policy: 'needsFactor', isOn: true, version: 0 })
}

it('S19: a member who must set up a factor is led to it once, without a notice of a code', async () => {
  await needFactor((await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? '')
  window.localStorage.setItem('ep_language', JSON.stringify({ value: 'zh-CN', expires: null }))
  const { store } = await renderApp('/receive', { as: 'lin', gateway })
  expect(await screen.findByText(/^您的组织要求两步验证/)).toBeVisible()
  const opened: unknown[] = []
  const stop = store.subscribe(() => opened.push(selectOverlays(store.getState())))
  await act(() => store.dispatch(ask(folderInfo, {})))
  await act(() => store.dispatch(ask(folderInfo, {})))
  stop()
  expect(screen.queryByText('请输入验证码')).toBeNull()
  expect(new Set(opened).size).toBeLessThan(2)
})
