/** How many mails a page shows: chosen in the list's menu, kept at the gateway, there again at the next start, also on its last page. */
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
