/** R15: a page whose code takes too long is not waited for without an end. */
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { rarePages } from '#src/app/routes/rarePages'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'

openServer()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('R15: is told of after 120 seconds with a way to try again, and comes then', async () => {
  const { user } = await renderApp('/receive', { as: 'slowpage' })
  await screen.findByRole('button', { name: '写信' })
  const asked = heldLine()
  const load = vi.spyOn(rarePages.search, 'load').mockImplementation(() => {
    asked.letGo()
    return new Promise(() => undefined)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  act(() => {
    window.history.pushState(null, '', '/search')
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  await asked.over
  await vi.advanceTimersByTimeAsync(limits.chunkLoadTimeoutMs)
  expect(await screen.findByText('这一页没能打开')).toBeVisible()
  vi.useRealTimers()
  load.mockRestore()
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: '搜索邮件' })).toBeVisible()
})
