/** The list's menu: how many mails a page shows, kept at the gateway and there at the next start, and the order turned round. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

it('the page size is chosen, kept and found again', async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (let at = 1; at <= 21; at++) await deliverPlain(gateway, 'lin', { subject: `M${at}` })
  const first = await renderApp('/receive', { as: 'lin', gateway })
  await screen.findByRole('row', { name: /主题 M21，/ })
  expect(screen.queryByRole('navigation', { name: '翻页' })).toBeNull()
  await first.user.click(screen.getByRole('button', { name: '排序：日期' }))
  await first.user.click(screen.getByRole('menuitem', { name: '每页 20 封' }))
  expect(await screen.findByText('第 1 / 2 页')).toBeVisible()
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  await waitFor(async () => expect(await gateway.stores.accounts.pageSize(lin?.id ?? '')).toBe(20))
  first.unmount()
  const second = await renderApp('/receive?page=2', { as: 'lin', gateway })
  expect(await screen.findByRole('row', { name: /主题 M1，/ })).toBeVisible()
  expect(screen.getByText('第 2 / 2 页')).toBeVisible()
  expect(window.location.search).toBe('?page=2')
  second.unmount()
})

it('the order is turned round, and begins anew with another kind', async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (const subject of ['First', 'Second']) await deliverPlain(gateway, 'lin', { subject })
  const { user, unmount } = await renderApp('/receive', { as: 'lin', gateway })
  const subjects = async () =>
    (await screen.findAllByRole('row', { name: /主题/ })).map(
      (row) => /主题 (\w+)/.exec(row.getAttribute('aria-label') ?? '')?.[1],
    )
  expect(await subjects()).toEqual(['Second', 'First'])
  await user.click(screen.getByRole('button', { name: '排序：日期' }))
  await user.click(screen.getByRole('menuitem', { name: '最早在前' }))
  await waitFor(async () => expect(await subjects()).toEqual(['First', 'Second']))
  expect(window.location.search).toBe('?order=asc')
  await user.click(screen.getByRole('button', { name: '排序：日期' }))
  await user.click(screen.getByRole('menuitem', { name: '主题' }))
  await waitFor(() => expect(window.location.search).toBe('?sort=subject'))
  unmount()
})
