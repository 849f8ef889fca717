/** `/testPage`: what works here is said in words, with what helps where it does not. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { builtFrom } from '#contract/builtFrom'
import { gatewayState } from '#contract/endpoints/account/selfTest'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

const words = {
  'zh-CN': {
    title: '测试页',
    storage: '长期存储',
    server: '服务器',
    clock: '时钟',
    versions: '版本',
    well: '没有发现问题。',
    watched: '没有发现错误，有 2 项请留意。',
    wrong: '有 2 项有问题。',
    kept: '写入的内容可以读回。',
    right: '误差 0 秒以内。',
    same: /应用与服务器相符/,
    lost: '浏览器不保存任何内容。',
    lostHint: /无痕窗口/,
    away: '无法连接。',
    awayHint: /请检查网络/,
    behind: '本设备慢 120 秒。',
    other: /不是同一来源/,
    again: '再次检查',
    copy: '复制报告',
    copied: '报告已复制，其中没有任何地址。',
    state: ['正常', '请留意', '有问题'],
  },
  'en-US': {
    title: 'Test page',
    storage: 'Lasting storage',
    server: 'Server',
    clock: 'Clock',
    versions: 'Versions',
    well: 'Nothing is wrong.',
    watched: 'Nothing is wrong; 2 things need a look.',
    wrong: '2 things are wrong.',
    kept: 'What was written could be read back.',
    right: 'It is right to 0 seconds.',
    same: /belong together/,
    lost: 'This browser keeps nothing.',
    lostHint: /private window/,
    away: 'It cannot be reached.',
    awayHint: /Check the network/,
    behind: 'This device is 120 seconds behind.',
    other: /were built from other sources/,
    again: 'Run again',
    copy: 'Copy report',
    copied: 'The report was copied. It holds no address.',
    state: ['Works', 'Look at this', 'Wrong'],
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('the self-test, %s', (language) => {
  const say = words[language]
  const [works, watch, wrong] = say.state

  async function opened() {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const app = await renderApp('/testPage', { as: 'lin', gateway })
    await screen.findByRole('heading', { level: 1, name: say.title })
    return app
  }
  const row = (name: string) =>
    within(screen.getByRole('heading', { level: 2, name }).closest('li') ?? document.createElement('li'))

  it('says of each thing that it works, and leaves nothing behind', async () => {
    await opened()
    expect(await screen.findByText(say.well)).toHaveAttribute('role', 'status')
    expect(row(say.storage).getByText(say.kept)).toBeVisible()
    expect(row(say.storage).getByText(works)).toBeVisible()
    expect(row(say.server).getByText(/\d ms|\d 毫秒/)).toBeVisible()
    expect(row(say.clock).getByText(say.right)).toBeVisible()
    expect(row(say.versions).getByText(say.same)).toHaveTextContent(builtFrom.contract)
    expect(builtFrom.contract).toMatch(/^[\da-f]{8}$/)
    expect(Object.keys(window.localStorage)).not.toContain('ep_probe')
    expect(document.cookie).not.toContain('ep_probe')
  })

  it('says what is wrong and what helps, and is run again', async () => {
    const { user } = await opened()
    await screen.findByText(say.well)
    const kept = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function put(this: Storage, key, value) {
      if (key === 'ep_probe' && this === window.localStorage) throw new DOMException('full', 'QuotaExceededError')
      kept.call(this, key, value)
    })
    server.use(mock(gatewayState, 'unreachable'))
    await user.click(screen.getByRole('button', { name: say.again }))
    expect(await screen.findByText(say.wrong)).toBeVisible()
    expect(row(say.storage).getByText(say.lost)).toBeVisible()
    expect(row(say.storage).getByText(wrong)).toBeVisible()
    expect(row(say.storage).getByText(say.lostHint)).toBeVisible()
    expect(row(say.server).getByText(say.away)).toBeVisible()
    expect(row(say.server).getByText(say.awayHint)).toBeVisible()
  })

  it('S35: finds another clock and another version, and copies a report without address or id', async () => {
    const { user } = await opened()
    await screen.findByText(say.well)
    const time = gateway.clock.now() + 120_000
    server.use(mock(gatewayState, { code: '200', time, version: 'lin@ep.test', contract: 'of lin@ep.test' }))
    await user.click(screen.getByRole('button', { name: say.again }))
    expect(await screen.findByText(say.behind)).toBeVisible()
    expect(await screen.findByText(say.watched)).toHaveAttribute('role', 'status')
    expect(row(say.clock).getByText(watch)).toBeVisible()
    expect(row(say.versions).getByText(say.other)).toBeVisible()
    await user.click(screen.getByRole('button', { name: say.copy }))
    expect(await screen.findByText(say.copied)).toBeVisible()
    const report = await navigator.clipboard.readText()
    for (const name of [say.storage, say.server, say.clock, say.versions]) expect(report).toContain(name)
    expect(report).not.toMatch(/@|lin\b|ep\.test|192\.0\.2/)
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    expect(report).not.toContain(account?.id ?? '@')
    await waitFor(() => expect(document.title).toContain(say.title))
  })
})
