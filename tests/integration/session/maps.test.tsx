/** `/maps`: an account's own sign-ins, on the map, by city and one by one. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { listSignIns } from '#contract/endpoints/session/signIns'
import { limits } from '#contract/limits'
import type { CityFinder } from '#server/session/signIns/cityFinder.port'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const hangzhou = { zh: '杭州', en: 'Hangzhou', country: 'CN', latitude: 30.29, longitude: 120.16 }
const cities: CityFinder = { knowsCities: true, cityOf: () => hangzhou }

const words = {
  'zh-CN': {
    title: '地图',
    map: '世界地图，标有 1 个城市，见旁边的列表',
    bare: '世界地图，标有 0 个城市，见旁边的列表',
    city: '中国 杭州',
    unknown: '地点未知',
    ninety: '最近 90 天',
    all: (count: number) => `${count} 次登录`,
    more: '显示更多',
    noCities: /没有城市数据库/,
    none: '这段时间没有登录记录',
    failed: '操作失败，请稍后重试',
    retry: '重试',
    qr: '二维码',
    passkey: '通行密钥',
    devices: '登录与设备',
  },
  'en-US': {
    title: 'Maps',
    map: 'World map with 1 city, which stands in the list beside it',
    bare: 'World map with 0 cities, which stand in the list beside it',
    city: 'Hangzhou, China',
    unknown: 'Place unknown',
    ninety: 'Last 90 days',
    all: (count: number) => `${count} ${count === 1 ? 'sign-in' : 'sign-ins'}`,
    more: 'Show more',
    noCities: /no database of cities/,
    none: 'No sign-ins in this period',
    failed: /failed|try again/i,
    retry: 'Retry',
    qr: 'QR code',
    passkey: 'Passkey',
    devices: 'Sign-ins and devices',
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('sign-ins, %s', (language) => {
  const say = words[language]

  async function opened(options: { earlier?: number; cities?: CityFinder } = {}) {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    gateway = await makeTestGateway(options.cities === undefined ? {} : { cities: options.cities })
    const account = await gateway.account('lin@ep.test')
    const other = await gateway.account('wang@ep.test')
    const old = {
      at: gateway.clock.now() - 40 * limits.dayMs,
      way: 'qr',
      result: 'in',
      address: '',
      browser: 'Firefox',
      system: 'Linux',
      network: '203.0.113.0/24',
      place: null,
    } as const
    await gateway.stores.signIns.note({ ...old, network: '192.0.9.0/24', accountId: other.id })
    for (let made = 0; made < (options.earlier ?? 0); made += 1)
      await gateway.stores.signIns.note({
        ...old,
        way: made === 1 ? 'passkey' : 'qr',
        at: old.at - made,
        accountId: account.id,
      })
    const app = await renderApp('/maps', { as: 'lin', gateway })
    await screen.findByRole('heading', { level: 1, name: say.title })
    return app
  }
  const rows = () => within(screen.getByRole('list', { name: /\d/ })).getAllByRole('listitem')

  it('S21: shows the account’s own by city and one by one, of as many days as are chosen, the rest on request', async () => {
    const { user } = await opened({ earlier: 60, cities })
    expect(await screen.findByRole('img', { name: say.map })).toBeVisible()
    expect(screen.getByRole('heading', { name: say.all(1) })).toBeVisible()
    expect(rows()[0]).toHaveTextContent('192.0.2.0/24')
    expect(rows()[0]).toHaveTextContent(say.city)
    await user.click(screen.getByRole('radio', { name: say.ninety }))
    expect(await screen.findByRole('heading', { name: say.all(61) })).toBeVisible()
    expect(rows()).toHaveLength(50)
    expect(rows()[1]).toHaveTextContent(say.unknown)
    expect(rows()[1]).toHaveTextContent('Firefox · Linux')
    expect(rows()[1]).toHaveTextContent(say.qr)
    expect(rows()[2]).toHaveTextContent(say.passkey)
    expect(screen.getByRole('link', { name: say.devices })).toHaveAttribute('href', '/settingPc?section=sessions')
    await user.click(screen.getByRole('button', { name: say.more }))
    await screen.findAllByText('203.0.113.0/24')
    await expect.poll(() => rows().length).toBe(61)
    expect(screen.queryByRole('button', { name: say.more })).toBeNull()
    expect(document.body).not.toHaveTextContent('192.0.9.0')
  })

  it('says that places are unknown where there is no database of cities', async () => {
    await opened()
    expect(await screen.findByRole('img', { name: say.bare })).toBeVisible()
    expect(screen.getByText(say.noCities)).toBeVisible()
    expect(screen.getAllByText(say.unknown)).toHaveLength(2)
  })

  it('says that it failed, with a way on, and that there are none', async () => {
    const { user } = await opened()
    await screen.findByRole('img', { name: say.bare })
    const none = { list: [], total: 0, places: [], unknown: 0, knowsCities: true }
    server.use(mock(listSignIns, { code: 'operationFailed' }))
    await user.click(screen.getByRole('radio', { name: say.ninety }))
    expect(await screen.findByRole('alert')).toHaveTextContent(say.failed)
    server.use(mock(listSignIns, { code: '200', ...none }))
    await user.click(screen.getByRole('button', { name: say.retry }))
    expect(await screen.findByText(say.none)).toBeVisible()
  })
})
