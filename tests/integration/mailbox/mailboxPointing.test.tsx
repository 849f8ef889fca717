/** Rows by the pointer: a drag onto a folder of the sidebar, and the menu of a row, which keys open as well. */
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { carried } from '../../support/mail/carriedFiles'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })

async function inbox() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (const subject of ['One', 'Two', 'Three']) {
    await deliverPlain(gateway, 'lin', { subject })
    gateway.clock.advance(60_000)
  }
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await row('Three')
  return app
}

describe('a drag', () => {
  it('of a selected row takes the selection to the folder that it is dropped on', async () => {
    const { user } = await inbox()
    await user.click(within(await row('One')).getByRole('checkbox'))
    await user.click(within(await row('Two')).getByRole('checkbox'))
    const dataTransfer = carried()
    const deleted = screen.getByRole('link', { name: /已删除/ })
    fireEvent.dragStart(await row('Two'), { dataTransfer })
    const over = createEvent.dragOver(deleted, { dataTransfer })
    fireEvent(deleted, over)
    expect(over.defaultPrevented).toBe(true)
    expect(deleted).toHaveAttribute('data-mail-drop')
    fireEvent.drop(deleted, { dataTransfer })
    expect(await screen.findByText('已删除 2 封邮件')).toBeVisible()
    expect(gone('One')).toBeNull()
    expect(deleted).not.toHaveAttribute('data-mail-drop')
    await user.keyboard('z')
    expect(await row('One')).toBeVisible()
  })

  it('is not taken where mail cannot be moved', async () => {
    await inbox()
    const dataTransfer = carried()
    const flagged = screen.getByRole('link', { name: /红旗邮件/ })
    fireEvent.dragStart(await row('Two'), { dataTransfer })
    const over = createEvent.dragOver(flagged, { dataTransfer })
    fireEvent(flagged, over)
    expect(over.defaultPrevented).toBe(false)
    fireEvent.drop(flagged, { dataTransfer })
    expect(await row('Two')).toBeVisible()
  })
})

describe('the menu of a row', () => {
  it('is opened by a key on the row, walked by arrows, and gives the focus back', async () => {
    const { user } = await inbox()
    ;(await row('Two')).focus()
    fireEvent.contextMenu(await row('Two'))
    const menu = await screen.findByRole('menu', { name: '处理 1 封邮件' })
    expect(within(menu).getByRole('menuitem', { name: '回复' })).toHaveFocus()
    const keys = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.getAttribute('aria-keyshortcuts'))
    expect(keys.filter((key) => key !== null).join('')).toBe('RAFSEV#!')
    await user.keyboard('{ArrowUp}{ArrowUp}{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(await row('Two')).toHaveFocus()
  })

  it('acts on its row, or on the selection that the row belongs to', async () => {
    const { user } = await inbox()
    fireEvent.contextMenu(await row('Two'), { clientX: 20, clientY: 30 })
    await user.click(await screen.findByRole('menuitem', { name: '加红旗' }))
    expect(await screen.findByRole('row', { name: /有红旗.*主题 Two/ })).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    fireEvent.contextMenu(await row('One'), { clientX: 20, clientY: 30 })
    await user.click(await screen.findByRole('menuitem', { name: '删除' }))
    expect(await screen.findByText('已删除 3 封邮件')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })
})
