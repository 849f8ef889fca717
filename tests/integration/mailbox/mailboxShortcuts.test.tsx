/** Keys that go, answer and explain themselves; none of them while text is written. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { languageChosen } from '#src/store/settings/preferences'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })

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

describe('keys', () => {
  it.each([
    ['gs', '/sent'],
    ['gd', '/draft'],
    ['gf', '/flag'],
    ['gt', '/delete'],
    ['gj', '/rubbish'],
    ['ga', '/folder/archive'],
  ])('%s goes to %s', async (keys, path) => {
    const { user } = await inbox()
    await user.keyboard(keys)
    await waitFor(() => expect(window.location.pathname).toBe(path))
  })

  it.each([
    ['c', '写信：新邮件'],
    ['r', '写信：Re: Two'],
    ['a', '写信：Re: Two'],
    ['f', '写信：Fwd: Two'],
  ])('%s writes about the row in focus: %s', async (key, name) => {
    const { user } = await inbox()
    ;(await row('Two')).focus()
    await user.keyboard(key)
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
    expect(window.location.pathname).toBe('/receive')
  })

  it('c opens the composer’s own page where the window has no room beside the list', async () => {
    setWidth(1_024)
    const { user } = await inbox()
    await user.keyboard('c')
    await waitFor(() => expect(window.location.pathname).toBe('/receive/writeMail'))
  })

  it('j and k bring the focus to the list, walk it, and Shift extends the selection', async () => {
    const { user } = await inbox()
    await user.keyboard('j')
    await waitFor(async () => expect(await row('Three')).toHaveFocus())
    await user.keyboard('j')
    await waitFor(async () => expect(await row('Two')).toHaveFocus())
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(screen.getAllByRole('row', { selected: true })).toHaveLength(2)
    await user.keyboard('k')
    await waitFor(async () => expect(await row('Two')).toHaveFocus())
  })

  it('do nothing while an input method composes, with Ctrl, or within a field', async () => {
    const { user } = await inbox()
    ;(await row('Three')).focus()
    fireEvent.keyDown(await row('Three'), { key: '#', isComposing: true })
    fireEvent.keyDown(await row('Three'), { key: '?', isComposing: true })
    fireEvent.keyDown(await row('Three'), { key: '#', keyCode: 229 })
    fireEvent.keyDown(await row('Three'), { key: '?', keyCode: 229 })
    fireEvent.keyDown(await row('Three'), { key: 'r', ctrlKey: true })
    await user.keyboard('v')
    const field = await screen.findByRole('combobox', { name: '查找文件夹' })
    await user.type(field, '?gs#')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(field).toHaveValue('?gs#')
    expect(window.location.pathname).toBe('/receive')
    expect(screen.getAllByRole('row')).toHaveLength(3)
  })

  it('? lists them in either language', async () => {
    const { user, store } = await inbox()
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: '键盘快捷键' })
    expect(within(dialog).getByText('撤销')).toBeVisible()
    store.dispatch(languageChosen('en-US'))
    const english = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(english).getByText('Report junk, or not junk')).toBeVisible()
    await user.click(within(english).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
