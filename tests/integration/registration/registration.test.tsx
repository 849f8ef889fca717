/** The wizard over the kinds of registration: from a name that is checked to the mailbox or the order. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import '#src/features/mailbox'
import '#src/features/membership'
import '#src/features/registration/KindsPage'
import '#src/features/registration/RegisterPage'
import '#src/features/verification/SentPage'
import { registrationKinds } from '#contract/registration/registrationKinds'
import { tierIds } from '#contract/tiers'
import { takeSms } from '#server/phone/receiveSms'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { readableCaptchas } from '../../support/mail/readableCaptchas'

const ownPassword = '7Kites-over'

openServer()
let gateway: TestGateway
let captchas: ReturnType<typeof readableCaptchas>
afterEach(() => gateway.close())

async function open(path: string, env: Readonly<Record<string, string>> = {}) {
  captchas = readableCaptchas()
  gateway = await makeTestGateway({ paintCaptcha: captchas.paintCaptcha, env })
  await gateway.account('lin@ep.test')
  return renderApp(path, { gateway })
}

const name = () => screen.getByLabelText('用户名')
const press = (label: string) => fireEvent.click(screen.getByText(label))
const consent = () => screen.getByLabelText('我已阅读并同意使用条款')

/** What a browser does of itself with the picture's address; jsdom loads none. */
async function look(): Promise<string> {
  const { search } = new URL((await screen.findByAltText(/^验证图片/)).getAttribute('src') ?? '')
  await makeCalls(gateway).get('vipRegister/captcha', Object.fromEntries(new URLSearchParams(search)))
  return captchas.newest()
}

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

async function fillAccount(username: string) {
  fill(await screen.findByLabelText('用户名'), username)
  fill(screen.getByLabelText('密码'), ownPassword)
  fill(screen.getByLabelText('再次输入密码'), ownPassword)
}

describe('the kinds of registration', () => {
  it('hold every tier once, with price and figures, each with a way to its own page, where that tier is chosen', async () => {
    expect(registrationKinds.flatMap(({ tiers }) => tiers).toSorted()).toEqual([...tierIds].toSorted())
    await open('/register_total')
    expect(await screen.findByLabelText('注册免费')).toHaveAttribute('href', '/register_mailFree')
    expect(screen.getByText('¥40.00')).toBeVisible()
    fireEvent.click(screen.getByLabelText('注册精英'))
    expect(await screen.findByLabelText('精英 ¥40.00/月')).toBeChecked()
    expect(screen.getByLabelText('普通（VIP 商务） ¥20.00/月')).not.toBeChecked()
  })
})

it('whoever is signed in is led to the mailbox, and to no sign-in', async () => {
  gateway = await makeTestGateway()
  await renderApp('/register_mailFree', { as: 'lin', gateway })
  expect(await screen.findByText('您已登录 lin@ep.test')).toBeVisible()
  expect(screen.getByRole('link', { name: '进入邮箱' })).toHaveAttribute('href', '/receive')
  expect(screen.queryByRole('link', { name: '登录' })).toBeNull()
})

describe('the wizard', () => {
  it('checks the name while it is typed, offers others, and drops what is said of another name', async () => {
    await open('/register_mailFree')
    fill(await screen.findByLabelText('用户名'), 'li')
    expect(await screen.findByText('用户名至少 3 个字符')).toBeVisible()
    // A late answer of a name that is not there any more.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    server.use(
      http.post('*/webmail/vipRegister/ValidityUserName', async () => {
        asked += 1
        if (asked > 1) return undefined
        await held
        return HttpResponse.json({ code: '200', state: 'free', suggestions: [] })
      }),
    )
    fill(name(), 'lina')
    await waitFor(() => expect(asked).toBe(1))
    fill(name(), 'LIN')
    expect(await screen.findByText(/该用户名已被注册/)).toBeVisible()
    release()
    const suggestion = await screen.findByText('lin26')
    expect(screen.queryByText(/可以注册/)).toBeNull()
    fireEvent.click(suggestion)
    expect(name()).toHaveValue('lin26')
    expect(await screen.findByText('lin26@ep.test 可以注册')).toBeVisible()
  })

  it('asks nothing while an input method composes, and its Enter sends nothing', async () => {
    await open('/register_mailFree')
    await screen.findByLabelText('用户名')
    fireEvent.compositionStart(name())
    fill(name(), 'wang')
    fireEvent.keyDown(name(), { key: 'Enter', isComposing: true, keyCode: 229 })
    expect(screen.queryByText('正在检查…')).toBeNull()
    fireEvent.compositionEnd(name())
    expect(await screen.findByText('wang@ep.test 可以注册')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('registers a free mailbox, keeps what was typed through a refusal and on the way back, and goes into the inbox', async () => {
    const { store } = await open('/register_mailFree')
    fill(await screen.findByLabelText('密码'), 'abc')
    expect(screen.getByText('密码强度：弱，还不符合要求')).toBeVisible()
    expect(screen.getByText('小写字母')).toHaveClass('registration-met-yes')
    await fillAccount('wang.li')
    expect(screen.getByText('密码强度：中')).toBeVisible()
    press('下一步')
    press('同意并注册')
    expect(await screen.findByText('请先阅读并同意使用条款')).toHaveAttribute('role', 'alert')
    fireEvent.click(consent())
    fill(await screen.findByLabelText('图中的字符'), 'wrong')
    await look()
    press('同意并注册')
    expect(await screen.findByText('字符不对，请再看一看，或换一张')).toBeVisible()
    // Somebody took the name meanwhile.
    await gateway.account('wangli@ep.test')
    press('上一步')
    expect(name()).toHaveValue('wang.li')
    expect(screen.getByLabelText('密码')).toHaveValue(ownPassword)
    press('下一步')
    fill(screen.getByLabelText('图中的字符'), captchas.newest())
    press('同意并注册')
    expect(await screen.findByText('该用户名已被注册')).toHaveAttribute('role', 'alert')
    await waitFor(() => expect(name()).toHaveFocus())
    fill(name(), 'wang.li.hua')
    const choosePassword = (password: string) => {
      for (const label of ['密码', '再次输入密码']) fill(screen.getByLabelText(label), password)
      press('下一步')
    }
    choosePassword('Passw0rd!a')
    expect(consent()).toBeChecked()
    press('同意并注册')
    expect(await screen.findByText('这个密码太常见，容易被猜到，请换一个')).toHaveAttribute('role', 'alert')
    // The picture that was read is as good as before.
    choosePassword(ownPassword)
    press('同意并注册')
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
    expect(store.getState().session.user).toMatchObject({ username: 'wang.li.hua@ep.test', tier: 'free' })
    expect(await screen.findByText('欢迎使用易邮')).toBeVisible()
  })

  it('lets a phone prove itself, and leads a paid kind on to its order', async () => {
    await open('/register_shine', { SMS_NUMBER: '106900001' })
    await fillAccount('wang')
    press('下一步')
    fill(await screen.findByLabelText('手机号'), '+86 138-0000-0000')
    expect(screen.getByLabelText('手机号')).toHaveValue('13800000000')
    fireEvent.click(await screen.findByText('不便扫码？手动发送短信'))
    const code = within(screen.getByText('验证码').closest('dl') ?? document.body).getByText(/^\d{6}$/)
    await takeSms(gateway.stores, { from: '13800000000', text: code.textContent ?? '' })
    expect(await screen.findByText('手机已验证', {}, { timeout: 5_000 })).toBeVisible()
    fireEvent.click(consent())
    fill(await screen.findByLabelText('图中的字符'), await look())
    press('同意并注册')
    expect(await screen.findByLabelText('选择星级')).toHaveAttribute('aria-pressed', 'true')
    expect(window.location.pathname + window.location.search).toBe('/mailUpgrade?tier=star')
  })

  it('says beside the field why an alternate address cannot be one, and leads by way of its mail to the inbox', async () => {
    await open('/register_mailFree')
    await fillAccount('wang')
    press('下一步')
    fireEvent.click(consent())
    fill(screen.getByLabelText('备用邮箱（选填）'), 'wang@ep.test')
    fill(await screen.findByLabelText('图中的字符'), await look())
    press('同意并注册')
    expect(await screen.findByText('备用邮箱不能是正在注册的邮箱')).toHaveAttribute('role', 'alert')
    expect(screen.getByLabelText('备用邮箱（选填）')).toHaveFocus()
    const characters = screen.getByLabelText('图中的字符')
    characters.focus()
    for (const typed of ['a', 'ab', captchas.newest()]) fill(characters, typed)
    expect(characters).toHaveFocus()
    fill(screen.getByLabelText('备用邮箱（选填）'), 'lin@ep.test')
    press('同意并注册')
    expect(await screen.findByText(/确认邮件已发到 l\*\*\*@ep.test/)).toBeVisible()
    expect(window.location.pathname).toBe('/sendSuccess')
    expect(screen.getByText(/^(59:\d\d|60:00) 后可重新发送$/).closest('button')).toBeDisabled()
    fireEvent.click(screen.getByRole('link', { name: '进入邮箱' }))
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
  })

  it('shows a domain of letters as such', async () => {
    await open('/register_mailFree', { MAIL_DOMAINS: 'xn--fsqu00a.example', REGISTRATION: 'open' })
    expect(await screen.findByText('@例子.example')).toBeVisible()
    fill(name(), 'wang')
    expect(await screen.findByText('wang@例子.example 可以注册')).toBeVisible()
  })

  it('says whom to ask where registration is closed, and asks for the invitation where one is needed', async () => {
    const { unmount } = await open('/register_mailFree', { REGISTRATION: 'closed' })
    expect(await screen.findByText('需要邮箱时，请联系管理员：postmaster@ep.test')).toBeVisible()
    unmount()
    await gateway.close()
    await open('/register_mailFree', { REGISTRATION: 'invite' })
    await fillAccount('wang')
    press('下一步')
    expect(await screen.findByText('请输入邀请码')).toHaveAttribute('role', 'alert')
  })
})
