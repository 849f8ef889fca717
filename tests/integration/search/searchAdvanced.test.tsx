/** The advanced search: the form, the typed operators and the chips are one question. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import '#src/features/search/advanced/AdvancedDialog'
import '#src/features/search/SearchPage'
import { languageChosen } from '#src/store/settings/preferences'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(async () => {
  setWidth(1_440)
  await gateway.close()
})

async function house() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { from: 'Wang <wang@example.com>', subject: 'Offer one' })
  await deliverPlain(gateway, 'lin', { from: 'Li <li@example.com>', subject: 'Offer two' })
}

type User = Awaited<ReturnType<typeof renderApp>>['user']
async function choose(user: User, field: HTMLElement, option: string) {
  await user.click(field)
  await user.click(await screen.findByTitle(option))
}

const parameter = (name: string) => new URLSearchParams(window.location.search).get(name)
const rows = async () => within(await screen.findByRole('grid', { name: '搜索结果' })).getAllByRole('row')

describe('the advanced search', () => {
  it('asks by the fields of the form, and writes them as typed operators', async () => {
    await house()
    const { user, store } = await renderApp('/receive', { as: 'lin', gateway })
    await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), 'offer')
    await user.click(screen.getByRole('button', { name: '高级搜索' }))
    const dialog = await screen.findByRole('dialog', { name: '高级搜索' })
    expect(store.getState().search?.status).toBe(1)
    expect(within(dialog).getByRole('textbox', { name: '包含文字' })).toHaveValue('offer')
    await user.type(within(dialog).getByRole('textbox', { name: '发件人' }), 'wang')
    await choose(user, within(dialog).getByRole('combobox', { name: '是否已读' }), '未读')
    await user.click(within(dialog).getByLabelText('日期不早于'))
    await user.paste('2020-01-02')
    await user.keyboard('{Enter}')
    expect(within(dialog).getByText('offer from:wang is:unread after:2020-01-02')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: '搜索' }))
    await waitFor(() => expect(parameter('keyword')).toBe('offer from:wang is:unread after:2020-01-02'))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.getByRole('main')).toHaveFocus()
    expect(store.getState().search).toMatchObject({ status: 0, hasStartDate: true, hasCloseDate: false })
    expect(await screen.findByRole('combobox', { name: '搜索关键词' })).toHaveValue(
      'offer from:wang is:unread after:2020-01-02',
    )
  })

  it('shows each part as a chip, and searches without the one that is removed', async () => {
    await house()
    const { user } = await renderApp('/search_result?keyword=offer+from%3Awang&folder=inbox', { as: 'lin', gateway })
    expect(await rows()).toHaveLength(1)
    const chips = screen.getByRole('list', { name: '搜索条件' })
    expect(within(chips).getByText('文件夹：收件箱')).toBeVisible()
    await user.click(within(chips).getByRole('button', { name: '移除条件“发件人：wang”' }))
    await waitFor(() => expect(parameter('keyword')).toBe('offer'))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    expect(parameter('folder')).toBe('inbox')
    expect(within(chips).queryByRole('button', { name: '移除条件“包含文字：offer”' })).toBeNull()
  })

  it('refuses an empty form and a size that is none, and sends nothing', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '高级搜索' }))
    const dialog = await screen.findByRole('dialog', { name: '高级搜索' })
    await user.click(within(dialog).getByRole('button', { name: '搜索' }))
    expect(await within(dialog).findByText('关键词至少 2 个字')).toHaveRole('alert')
    await user.type(within(dialog).getByRole('textbox', { name: '大小不小于' }), 'big')
    await user.click(within(dialog).getByRole('button', { name: '搜索' }))
    expect(await within(dialog).findByText(/大小请写成/)).toHaveRole('alert')
    const size = within(dialog).getByRole('textbox', { name: '大小不小于' })
    expect(size).toBeInvalid()
    await user.clear(size)
    await user.type(within(dialog).getByRole('textbox', { name: '包含文字' }), 'offer')
    await user.click(within(dialog).getByRole('button', { name: '搜索' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('请选择搜索位置')
    expect(window.location.pathname).toBe('/receive')
  })

  it('on a phone is a page of its own, which remembers what was searched for until it is cleared', async () => {
    await house()
    setWidth(390)
    const { user, store } = await renderApp('/receive', { as: 'lin', gateway })
    await user.click(await screen.findByRole('link', { name: '搜索邮件' }))
    await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), 'offer{Enter}')
    expect(await rows()).toHaveLength(2)
    store.dispatch(languageChosen('en-US'))
    await user.click(await screen.findByRole('link', { name: 'Search messages' }))
    const recent = await screen.findByRole('region', { name: 'Recent searches' })
    expect(within(recent).getByRole('button', { name: 'offer' })).toBeVisible()
    await user.click(within(recent).getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()
  })

  it('the key / goes to the field', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const field = await screen.findByRole('combobox', { name: '搜索关键词' })
    await user.keyboard('/')
    expect(field).toHaveFocus()
    await user.keyboard('a/b')
    expect(field).toHaveValue('a/b')
  })

  it('the key / leads to the page of the search where the bar has no field, and lies still under a dialog', async () => {
    await house()
    setWidth(390)
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await screen.findByRole('row', { name: /Offer one/ })
    await user.keyboard('?')
    const help = await screen.findByRole('dialog')
    await user.keyboard('/')
    expect(window.location.pathname).toBe('/receive')
    await user.click(within(help).getByRole('button', { name: '关闭' }))
    await user.keyboard('/')
    await waitFor(() => expect(window.location.pathname).toBe('/search'))
    expect(await screen.findByRole('combobox', { name: '搜索关键词' })).toHaveValue('')
  })
})
