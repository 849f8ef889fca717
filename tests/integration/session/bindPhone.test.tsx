/** Binding a phone (SPEC §4, §5, §8): offered after a change of route, by picture or by words, looked for every three seconds. */
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bindPhone, bindPopUp, putOffPhone, verifyPhone } from '#contract/endpoints/session/phone'
import { runSmsCommand } from '#server/cli/playCommand'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const phone = '13800000000'
const number = '106900001'
let gateway: TestGateway
let asked: string[]
/** Calls that do not get through. */
let cut: readonly { readonly path: string }[]
/** What the answer whether an offer is due waits for. */
let due: Promise<void>
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { SMS_NUMBER: number } })
  asked = []
  cut = []
  due = Promise.resolve()
  const { fetch } = gateway
  vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    const called = new URL(request.url).pathname.slice(1)
    asked.push(called)
    if (called === bindPopUp.path) await due
    return cut.some(({ path }) => path === called) ? Response.error() : fetch(request)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
})

const words = {
  'zh-CN': { folder: /^已发送/, title: '绑定手机', number: '手机号', done: '完成' },
  'en-US': { folder: /^Sent/, title: 'Bind your phone', number: 'Mobile number', done: 'Done' },
} as const
type Language = keyof typeof words

/** The inbox, and then the folder beside it: there the dialog is offered. */
async function offered(language: Language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await app.user.click(await screen.findByRole('link', { name: words[language].folder }))
  const dialog = within(await screen.findByRole('dialog', { name: words[language].title }))
  return { ...app, dialog, field: dialog.getByLabelText(words[language].number) }
}

/** The code that the gateway has made for this phone: asking again tells the same. */
async function code(): Promise<string> {
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  return String((await calls.get('vipBindPhone/bindPhone', { phone }, { session })).json.msg)
}
const play = async () => runSmsCommand(gateway.stores, [phone, await code()])
const times = ({ path }: { path: string }) => asked.filter((one) => one === path).length

describe('a phone', () => {
  it('is bound by a picture: looked for every three seconds until the message is there', async () => {
    const { user, dialog, field } = await offered()
    await user.type(field, phone)
    const picture = await dialog.findByRole('img', { name: '短信二维码' })
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['120', '120'])
    expect(times(verifyPhone)).toBe(0)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await user.click(dialog.getByRole('button', { name: '完成' }))
    expect(await dialog.findByText('未检出到您的验证码，请确认您已发送成功')).toBeVisible()
    expect(dialog.getByRole('button', { name: '正在查询…' })).toHaveAttribute('aria-disabled', 'true')
    expect(times(verifyPhone)).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(2_999))
    expect(times(verifyPhone)).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    await waitFor(() => expect(times(verifyPhone)).toBe(2))
    await play()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('手机 13800000000 绑定成功。')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(times(verifyPhone)).toBe(3)
    await user.click(screen.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(times(putOffPhone)).toBe(0)
  })

  it('is bound by words: changing over ends the looking, and a code that ran out is asked for anew', async () => {
    const { user, dialog, field } = await offered('en-US')
    await user.type(field, phone)
    await user.click(await dialog.findByRole('button', { name: 'Can’t scan? Send the message yourself' }))
    const first = await code()
    expect(dialog.getByText(first)).toBeVisible()
    expect(dialog.getByText(number)).toBeVisible()
    expect(dialog.queryByRole('img')).toBeNull()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(await dialog.findByText('Your code has not arrived. Check that the message was sent.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Scan instead' }))
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(times(verifyPhone)).toBe(1)
    gateway.clock.advance(10 * 60_000 + 1)
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(await dialog.findByText('The code has expired.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Get a new code' }))
    expect(await dialog.findByRole('img', { name: 'QR code of the text message' })).toBeVisible()
    await play()
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('The phone 13800000000 is bound.')).toBeVisible()
  })

  it.each([
    ['zh-CN', '手机号不能为空', '手机号格式不正确'],
    ['en-US', 'Enter your mobile number.', 'This is not a mobile number of 11 digits.'],
  ] as const)('has eleven digits and nothing else, in %s', async (language, empty, malformed) => {
    const { user, dialog, field } = await offered(language)
    const done = dialog.getByRole('button', { name: words[language].done })
    await user.click(done)
    expect(dialog.getByRole('alert')).toHaveTextContent(empty)
    expect(field).toHaveAccessibleDescription(empty)
    await user.type(field, '138-abc 00')
    expect(field).toHaveValue('13800')
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.keyboard('{Enter}')
    expect(dialog.getByRole('alert')).toHaveTextContent(malformed)
    expect(times(bindPhone)).toBe(0)
    await user.clear(field)
    await user.paste('+86 138 0000 0000')
    expect(field).toHaveValue(phone)
    await dialog.findByRole('img')
    await user.type(field, '9')
    expect(field).toHaveValue(phone)
    expect(times(bindPhone)).toBe(1)
  })

  it('on the phone itself is bound by words alone', async () => {
    setWidth(450)
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await screen.findByText('收件箱是空的')
    goTo('/sent')
    const dialog = within(await screen.findByRole('dialog', { name: '绑定手机' }))
    const field = dialog.getByLabelText('手机号')
    await user.type(field, phone)
    const link = await dialog.findByRole('link', { name: '打开短信' })
    expect(link).toHaveAttribute('href', `sms:${number}?body=${await code()}`)
    expect(dialog.queryByRole('img')).toBeNull()
    expect(dialog.queryByRole('button', { name: '改用扫码' })).toBeNull()
  })

  it('goes on being looked for while the line is cut, and says so', async () => {
    const { user, dialog, field } = await offered()
    cut = [bindPhone, verifyPhone]
    await user.type(field, phone)
    expect(await dialog.findByRole('alert')).toHaveTextContent('连接不上服务器')
    expect(field).toHaveValue(phone)
    cut = [verifyPhone]
    await user.click(dialog.getByRole('button', { name: '完成' }))
    await dialog.findByRole('img', { name: '短信二维码' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await user.click(dialog.getByRole('button', { name: '完成' }))
    expect(await dialog.findByText(/连接不上服务器/)).toBeVisible()
    await play()
    cut = []
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('手机 13800000000 绑定成功。')).toBeVisible()
  })
})

/** As a link or the browser's own buttons lead there. */
function goTo(path: string) {
  act(() => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

describe('binding is offered', () => {
  it('not on the first page, nor where the specification leaves it out, and over what is being written as a bar', async () => {
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await screen.findByText('收件箱是空的')
    // SPEC §4: not on /pclogin, /orderReceipt and /toPayment.
    for (const [path, at] of [
      ['/orderReceipt', '/orderReceipt'],
      ['/toPayment', '/toPayment'],
      // There a phone that is signed in lets a computer in; without that it leads on to the inbox.
      ['/pcLogin?confirm=1', '/pcLogin'],
    ]) {
      goTo(path ?? '')
      await screen.findByRole('heading', { level: 1 })
      expect(window.location.pathname).toBe(at)
    }
    goTo('/draft/writeMail?mode=new')
    await screen.findByLabelText('主题')
    const bar = await screen.findByRole('region', { name: '绑定手机' })
    expect(screen.queryByRole('dialog', { name: '绑定手机' })).toBeNull()
    expect(times(bindPopUp)).toBe(1)
    goTo('/toPayment')
    await waitFor(() => expect(bar).not.toBeInTheDocument())
    goTo('/sent')
    const again = within(await screen.findByRole('region', { name: '绑定手机' }))
    await user.click(again.getByRole('button', { name: '绑定手机' }))
    expect(await screen.findByRole('dialog', { name: '绑定手机' })).toBeVisible()
    expect(screen.queryByRole('region', { name: '绑定手机' })).toBeNull()
    expect(times(bindPopUp)).toBe(1)
  })

  type Busy = readonly [over: string, path: string, occupy: (user: UserEvent) => Promise<unknown>]
  it.each<Busy>([
    [
      'a dialog',
      '/sent',
      async (user) => {
        await screen.findByText('还没有发出的邮件')
        await user.keyboard('?')
        return screen.findByRole('dialog', { name: '键盘快捷键' })
      },
    ],
    [
      'a text that has the focus',
      '/sent',
      async (user) => user.click(await screen.findByRole('combobox', { name: '搜索关键词' })),
    ],
    [
      'an open menu',
      '/sent',
      async (user) => {
        await user.click(await screen.findByRole('button', { name: '皮肤' }))
        return screen.findByRole('menu')
      },
    ],
    ['a page that is a form', '/register_mailFree', () => screen.findByText('注册免费邮箱')],
  ])('over %s as a bar', async (_over, path, occupy) => {
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await screen.findByText('收件箱是空的')
    let answer = () => {}
    due = new Promise((resolve) => {
      answer = resolve
    })
    goTo(path)
    await occupy(user)
    answer()
    expect(await screen.findByRole('region', { name: '绑定手机' })).toBeVisible()
    expect(screen.queryByRole('dialog', { name: '绑定手机' })).toBeNull()
  })

  it('at the next route where one is left before the answer is there', async () => {
    await renderApp('/receive', { as: 'lin', gateway })
    await screen.findByText('收件箱是空的')
    let answer = () => {}
    due = new Promise((resolve) => {
      answer = resolve
    })
    goTo('/sent')
    await waitFor(() => expect(times(bindPopUp)).toBe(1))
    goTo('/draft')
    await waitFor(() => expect(times(bindPopUp)).toBe(2))
    answer()
    expect(await screen.findByRole('dialog', { name: '绑定手机' })).toBeVisible()
    expect(times(bindPopUp)).toBe(2)
  })

  it('as a bar once the dialog was closed, and no more for a while once the bar was put off', async () => {
    const { user, dialog } = await offered()
    await user.click(dialog.getByRole('button', { name: '以后再说' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const bar = await screen.findByRole('region', { name: '绑定手机' })
    expect(times(putOffPhone)).toBe(0)
    await user.click(within(bar).getByRole('button', { name: '以后再说' }))
    expect(bar).not.toBeInTheDocument()
    await waitFor(() => expect(times(putOffPhone)).toBe(1))
    goTo('/draft')
    await screen.findByText('没有草稿')
    expect(times(bindPopUp)).toBe(1)
    gateway.clock.advance(5 * 60_000)
    goTo('/sent')
    await waitFor(() => expect(times(bindPopUp)).toBe(2))
    await screen.findByRole('heading', { name: '已发送' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('to nobody where no number takes messages', async () => {
    await gateway.close()
    gateway = await makeTestGateway()
    const app = await renderApp('/receive', { as: 'lin', gateway })
    const seen: string[] = []
    const { fetch } = gateway
    vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
      const answer = await fetch(request)
      seen.push(new URL(request.url).pathname.slice(1))
      return answer
    })
    await app.user.click(await screen.findByRole('link', { name: /^已发送/ }))
    await waitFor(() => expect(seen).toContain(bindPopUp.path))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
