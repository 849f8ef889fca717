import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runPayCommand } from '#server/cli/playCommand'
import { setWidth } from '../../support/browser/dom'
import { callsAnswered } from '../../support/browser/overMsw'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { paperProvider } from '../../support/membership/paperProvider'

openServer()

const day = 86_400_000
let gateway: TestGateway
afterEach(() => {
  setWidth(1_440)
  return gateway.close()
})

const numberInAddress = () => new URLSearchParams(window.location.search).get('number') ?? ''
const pay = (number: string) => runPayCommand({ ...gateway.stores, isConfigured: false }, [number])
const comeBack = () => act(() => window.dispatchEvent(new Event('focus')))

describe('the pages of a membership', () => {
  it('lead a free account from the choice over the code to VIP, which the gateway alone decides', async () => {
    gateway = await makeTestGateway()
    const isMarked = () => expect(screen.getByText(/^测试支付：.*不会产生真实付款/)).toBeVisible()
    let asked = 0
    const counting: TestGateway = {
      ...gateway,
      fetch: (request) => {
        if (request.url.includes('getUserInfos')) asked += 1
        return gateway.fetch(request)
      },
    }
    const at = { as: 'lin', tier: 'free', gateway: counting } as const
    const { user, store } = await renderApp('/mailUpgrade?tier=sme', at)
    const chosen = await screen.findByRole('button', { name: '选择精英' })
    expect(chosen).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('20 GB 邮箱空间')).toHaveTextContent('（现为 2）')
    const sum = within(screen.getByRole('region', { name: '订单' }))
    expect(await sum.findByText('¥400.00')).toBeVisible()
    expect(sum.getByText('−¥80.00')).toBeVisible()
    await user.click(sum.getByText('1 个月'))
    expect(await sum.findByText('支付后立即生效，新到期日 2026/12/21')).toBeVisible()
    isMarked()
    await user.click(sum.getByRole('button', { name: '提交订单' }))
    const toCode = await screen.findByRole('link', { name: '测试支付' })
    await waitFor(isMarked)
    await user.click(toCode)
    const code = await screen.findByRole('img', { name: '支付二维码' })
    expect(Number(code.getAttribute('width'))).toBeGreaterThanOrEqual(120)
    await waitFor(isMarked)
    // The mark comes of what each page has asked for itself.
    expect(asked).toBe(1)
    const number = numberInAddress()
    await comeBack()
    await pay(number)
    gateway.clock.advance(3_000)
    await comeBack()
    expect(await screen.findByText('精英已生效，有效期至 2026/12/21。')).toBeVisible()
    await waitFor(() => expect(store.getState().session.user?.tier).toBe('sme'))
    await waitFor(isMarked)
    await user.click(screen.getByRole('link', { name: '查看收据' }))
    const receipt = within(await screen.findByRole('region', { name: '订单收据' }))
    expect(receipt.getByText(number)).toBeVisible()
    await waitFor(isMarked)
    expect(receipt.getByText('¥40.00', { selector: '.membership-total dd' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: '公司抬头' }))
    const dialog = within(await screen.findByRole('dialog', { name: '公司抬头' }))
    await user.type(dialog.getByLabelText('税号'), '9111')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('请填写公司名称')).toBeVisible()
    await user.type(dialog.getByLabelText('公司抬头'), '靖淼贸易有限公司')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('税号为 15 至 20 位大写字母或数字')).toBeVisible()
    await user.type(dialog.getByLabelText('税号'), '0108ma01abcd2x')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await receipt.findByText('靖淼贸易有限公司')).toBeVisible()
    expect(receipt.getByText('91110108MA01ABCD2X')).toBeVisible()
  })

  it('let an ended membership in by a ticket, and a stray click on mail takes it from nobody', async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test', { dueAt: gateway.clock.now() - 8 * day })
    const asked: string[] = []
    const counting: TestGateway = {
      ...gateway,
      fetch: (request) => {
        asked.push(new URL(request.url).pathname)
        return gateway.fetch(request)
      },
    }
    const { user, services } = await renderApp('/login', { gateway: counting })
    const signIn = async () => {
      await user.type(await screen.findByLabelText('账号'), 'lin@ep.test')
      await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
      await user.click(await screen.findByRole('link', { name: '续费会员' }))
    }
    await signIn()
    expect(await screen.findByText(/已于 2026\/11\/13 到期，续费后即可重新登录/)).toHaveAttribute('role', 'alert')
    expect(services.stored.get('renewalTicket')).not.toBeNull()
    await callsAnswered()
    asked.length = 0
    await act(() => {
      window.history.pushState(null, '', '/receive')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await screen.findByLabelText('密码')
    await callsAnswered()
    expect(asked).toEqual([])
    expect(services.stored.get('renewalTicket')).not.toBeNull()
    await signIn()
    await user.click(await screen.findByRole('button', { name: '提交订单' }))
    await user.click(await screen.findByRole('link', { name: '测试支付' }))
    await screen.findByRole('img', { name: '支付二维码' })
    await pay(numberInAddress())
    gateway.clock.advance(3_000)
    await comeBack()
    expect(await screen.findByText('普通（VIP 商务）已生效，有效期至 2027/11/21。')).toBeVisible()
    await user.click(within(screen.getByRole('article')).getAllByRole('link', { name: '登录' })[0] ?? document.body)
    await screen.findByLabelText('密码')
  })

  it('lead nowhere from WeChat’s own browser, which refuses both, and say where to pay', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) MicroMessenger/8.0')
    onTestFinished(() => agent.mockRestore())
    setWidth(390)
    const paymentProviders = (['wechatH5', 'alipay'] as const).map((method) => paperProvider(method).provider)
    gateway = await makeTestGateway({ paymentProviders })
    const { user } = await renderApp('/mailUpgrade', { as: 'lin', tier: 'free', gateway })
    await user.click(await screen.findByRole('button', { name: '提交订单' }))
    await user.click(await screen.findByRole('link', { name: '支付宝' }))
    await screen.findByRole('img', { name: '支付二维码' })
    expect(screen.getByText(/^微信内无法支付/)).toBeVisible()
    for (const name of ['打开支付宝', '在微信中支付']) expect(screen.queryByRole('link', { name })).toBeNull()
  })

  it('offer what is configured, and lead a phone into the app that pays', async () => {
    const paymentProviders = (['wechat', 'wechatH5', 'alipay'] as const).map((method) => paperProvider(method).provider)
    gateway = await makeTestGateway({ paymentProviders })
    const { user, unmount } = await renderApp('/mailUpgrade', { as: 'lin', tier: 'free', gateway })
    await user.click(await screen.findByRole('button', { name: '提交订单' }))
    const ways = async () => {
      await screen.findByRole('link', { name: '微信支付' })
      return screen.getAllByRole('link', { name: /支付宝|微信/ }).map((link) => link.textContent)
    }
    expect(await ways()).toEqual(['微信支付', '支付宝'])
    expect(screen.queryByText(/^测试支付：/)).toBeNull()
    const number = numberInAddress()
    unmount()
    // A phone held across pays by its browser as well.
    setWidth(800)
    const across = await renderApp(`/wxPay?number=${number}&method=wechatH5`, { as: 'lin', tier: 'free', gateway })
    expect(await screen.findByRole('link', { name: '打开微信' })).toBeVisible()
    across.unmount()
    setWidth(390)
    const phone = await renderApp(`/payOrder?number=${number}`, { as: 'lin', tier: 'free', gateway })
    expect(await ways()).toEqual(['在微信中支付', '微信支付', '支付宝'])
    await phone.user.click(screen.getByRole('link', { name: '在微信中支付' }))
    const open = await screen.findByRole('link', { name: '打开微信' })
    const back = encodeURIComponent(`${window.location.origin}/toPayment?number=${number}`)
    const address = `https://pay.example.com/wechatH5?number=${number}`
    expect(open).toHaveAttribute('href', `${address}&redirect_url=${back}`)
    expect(open).toHaveAttribute('referrerpolicy', 'origin')
    expect(screen.queryByRole('img', { name: '支付二维码' })).toBeNull()
    await phone.user.click(screen.getByRole('link', { name: '换支付宝' }))
    const alipay = await screen.findByRole('link', { name: '打开支付宝' })
    expect(alipay).toHaveAttribute('href', `https://pay.example.com/alipay?number=${number}`)
    expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible()
    await phone.user.click(screen.getByRole('link', { name: '换微信支付' }))
    expect(await screen.findByText(/手机无法扫描自己屏幕上的二维码/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^打开/ })).toBeNull()
  })

  it('S18: a ticket never stands beside the session of another window', async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test', { dueAt: gateway.clock.now() - 8 * day })
    const { user, services } = await renderApp('/login', { gateway })
    await user.type(await screen.findByLabelText('账号'), 'lin@ep.test')
    services.stored.set('tokenList', { accessToken: 'of another window', tokenType: 'Bearer' })
    services.stored.set('userInfo', { username: 'wang@ep.test' })
    await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
    await waitFor(() => expect(services.stored.get('renewalTicket')).not.toBeNull())
    expect(services.stored.get('tokenList')).toBeNull()
  })

  it('thank for nothing that is not known, and offer no upgrade of what has no end', async () => {
    gateway = await makeTestGateway()
    const unknown = await renderApp('/paySuccess?number=1', { as: 'lin', tier: 'soho', gateway })
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('支付')
    expect(screen.queryByRole('heading', { name: '支付成功' })).toBeNull()
    unknown.unmount()
    await renderApp('/mailUpgrade', { as: 'lin', gateway })
    expect(await screen.findByText('您的会员没有到期日')).toBeVisible()
    expect(screen.queryByRole('button', { name: '提交订单' })).toBeNull()
  })

  it('continue an order that waits, and ask about it while they are seen, until it is over in every window', async () => {
    gateway = await makeTestGateway()
    let asked = 0
    const counting: TestGateway = {
      ...gateway,
      fetch: (request) => {
        if (request.url.endsWith('pay/order.action')) asked += 1
        return gateway.fetch(request)
      },
    }
    const first = await renderApp('/mailUpgrade', { as: 'lin', tier: 'free', gateway: counting })
    await first.user.click(await screen.findByRole('button', { name: '提交订单' }))
    await screen.findByRole('link', { name: '测试支付' })
    const number = numberInAddress()
    first.unmount()
    const { user } = await renderApp('/continuePay', { as: 'lin', gateway: counting })
    expect(await screen.findByText(/待支付/)).toHaveTextContent(number)
    await user.click(screen.getByRole('link', { name: '继续支付' }))
    await user.click(await screen.findByRole('link', { name: '测试支付' }))
    await screen.findByRole('img', { name: '支付二维码' })
    expect(numberInAddress()).toBe(number)
    await callsAnswered()
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const before = asked
    await comeBack()
    await act(() => document.dispatchEvent(new Event('visibilitychange')))
    await callsAnswered()
    expect(asked).toBe(before)
    seen.mockRestore()
    await act(() => document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(asked).toBe(before + 1))
    await callsAnswered()
    await renderApp(`/wxPay?${new URLSearchParams({ number, method: 'test' })}`, { as: 'lin', gateway: counting })
    await waitFor(() => expect(screen.getAllByRole('img', { name: '支付二维码' })).toHaveLength(2))
    await pay(number)
    gateway.clock.advance(3_000)
    await comeBack()
    await waitFor(() => expect(screen.getAllByText(/已生效/)).toHaveLength(2))
    await callsAnswered()
    const atTheEnd = asked
    await comeBack()
    await callsAnswered()
    expect(asked).toBe(atTheEnd)
  })

  it('lead back to the page from which somebody came, after Cancel and after payment', async () => {
    gateway = await makeTestGateway()
    const { user } = await renderApp('/dataRecover', { as: 'lin', tier: 'free', gateway })
    const placeOrder = async () => {
      await user.click(within(await screen.findByRole('article')).getByRole('link', { name: '升级会员' }))
      await user.click(await screen.findByRole('button', { name: '提交订单' }))
      await screen.findByRole('link', { name: '测试支付' })
    }
    const goBack = async () => {
      await user.click(screen.getAllByRole('link', { name: '返回之前的页面' }).at(-1) ?? document.body)
      await waitFor(() => expect(window.location.pathname).toBe('/dataRecover'))
    }
    await screen.findByRole('link', { name: '升级会员' })
    await placeOrder()
    await user.click(screen.getByRole('button', { name: '取消订单' }))
    await screen.findByText('已关闭')
    expect(screen.getAllByRole('link', { name: '返回之前的页面' })).toHaveLength(2)
    await goBack()
    await screen.findByRole('link', { name: '升级会员' })
    await placeOrder()
    await user.click(screen.getByRole('link', { name: '测试支付' }))
    await screen.findByRole('img', { name: '支付二维码' })
    await pay(numberInAddress())
    gateway.clock.advance(3_000)
    await comeBack()
    await screen.findByText(/已生效/)
    await goBack()
  })

  it.each(['https://evil.test/', '//evil.test', '/\\\\evil.test'])(
    'S24: lead to no other site, such as %j',
    async (next) => {
      gateway = await makeTestGateway()
      await renderApp(`/mailUpgrade?${new URLSearchParams({ next })}`, { as: 'lin', tier: 'free', gateway })
      expect(await screen.findByRole('link', { name: '返回邮箱' })).toHaveAttribute('href', '/receive')
      expect(screen.queryByRole('link', { name: '返回之前的页面' })).toBeNull()
    },
  )

  it('say of a closed order what became of it, instead of thanking', async () => {
    gateway = await makeTestGateway()
    const { user } = await renderApp('/mailUpgrade', { as: 'lin', tier: 'free', gateway })
    await user.click(await screen.findByRole('button', { name: '提交订单' }))
    await user.click(await screen.findByRole('link', { name: '测试支付' }))
    await screen.findByRole('img', { name: '支付二维码' })
    const number = numberInAddress()
    await user.click(screen.getByRole('link', { name: '返回订单' }))
    await user.click(await screen.findByRole('button', { name: '取消订单' }))
    expect(await screen.findByText('已关闭')).toBeVisible()
    const paidAt = gateway.clock.now()
    const late = { method: 'test', number, transaction: 'late', fen: 20_000, paidAt } as const
    expect(await gateway.stores.orders.settle(late, paidAt)).toBe('refundDue')
    await act(() => {
      window.history.pushState(null, '', `/paySuccess?number=${number}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(await screen.findByText(/无法使用的付款/)).toHaveAttribute('role', 'alert')
    expect(screen.queryByText(/已生效/)).toBeNull()
  })
})
