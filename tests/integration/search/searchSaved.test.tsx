/** Searches that are kept: under names at the gateway, and those of late in this browser for one person alone. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import '#src/features/search/saved/NameDialog'
import '#src/features/search/SearchPage'
import { signOut } from '#src/store/session/sessionThunks'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function house() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  await deliverPlain(gateway, 'lin', { subject: '发票一' })
}

const parameter = (name: string) => new URLSearchParams(window.location.search).get(name)
const asked = '/search_result?keyword=发票+is%3Aunread&location=subject&folder=inbox'

type User = Awaited<ReturnType<typeof renderApp>>['user']

async function save(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: '保存此搜索' }))
  const dialog = await screen.findByRole('dialog', { name: '保存此搜索' })
  const field = within(dialog).getByRole('textbox', { name: '名称' })
  await user.clear(field)
  if (name !== '') await user.paste(name)
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  return dialog
}

describe('a search under a name', () => {
  it('is saved above its results, and asked again from the menu of the field', async () => {
    await house()
    const { user } = await renderApp(asked, { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '保存此搜索' }))
    const dialog = await screen.findByRole('dialog', { name: '保存此搜索' })
    expect(within(dialog).getByRole('textbox', { name: '名称' })).toHaveValue('发票 is:unread in:inbox')
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(await screen.findByText('已保存为“发票 is:unread in:inbox”')).toBeVisible()
    expect(screen.queryByRole('button', { name: '保存此搜索' })).toBeNull()

    await user.click(screen.getByRole('link', { name: /收件箱/ }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: '搜索关键词' })).toHaveValue(''))
    await user.click(screen.getByRole('button', { name: '已保存和最近的搜索' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/search_result'))
    expect([parameter('keyword'), parameter('location'), parameter('folder')]).toEqual([
      '发票 is:unread',
      'subject',
      'inbox',
    ])
  })

  it('needs a name of 50 characters at the most that no other has, and says so', async () => {
    await house()
    const { user, store } = await renderApp(asked, { as: 'lin', gateway })
    let dialog = await save(user, '')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('请输入名称（最多 50 个字）')
    await user.click(within(dialog).getByRole('textbox', { name: '名称' }))
    await user.paste('Unread')
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.getByText('已保存为“Unread”')).toHaveFocus())
    await user.selectOptions(screen.getByRole('combobox', { name: '搜索位置' }), '正文')
    await user.click(screen.getByRole('button', { name: '搜索' }))
    dialog = await save(user, 'UNREAD')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('已有同名的搜索')
    store.dispatch(languageChosen('en-US'))
    expect(await within(dialog).findByText('A search of this name exists already')).toBeVisible()
  })

  it('is renamed and removed on the page of the search, and comes back by Undo', async () => {
    await house()
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const kept = { id: 's1', name: 'Bills', keyword: '发票', location: 'all', folder: null } as const
    await gateway.stores.savedSearches.add(lin?.id ?? '', kept, { now: 1, most: 5 })
    const { user, store } = await renderApp('/search', { as: 'lin', gateway })
    store.dispatch(languageChosen('en-US'))
    const saved = await screen.findByRole('region', { name: 'Saved searches' })
    await user.click(await within(saved).findByRole('button', { name: 'Rename “Bills”' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rename “Bills”' })
    await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Invoices{Enter}')
    expect(await within(saved).findByRole('button', { name: /^Invoices/ })).toHaveTextContent('Invoices 发票')
    await user.click(within(saved).getByRole('button', { name: 'Remove “Invoices”' }))
    expect(await within(saved).findByText('Searches that you save above their results stand here.')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await user.click(await within(saved).findByRole('button', { name: /^Invoices/ }))
    await waitFor(() => expect(parameter('keyword')).toBe('发票'))
  })

  it('is told of with a retry where the gateway could not be asked', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    let isAway = true
    server.use(http.get('*/webmail/search/namedSearches.action', () => (isAway ? HttpResponse.error() : undefined)))
    await user.click(await screen.findByRole('button', { name: '已保存和最近的搜索' }))
    await user.click(screen.getByRole('menuitem', { name: '全部已保存的搜索' }))
    const saved = await screen.findByRole('region', { name: '已保存的搜索' })
    const retry = await within(saved).findByRole('button', { name: '重试' })
    isAway = false
    await user.click(retry)
    expect(await within(saved).findByText('在搜索结果上方保存的搜索会列在这里。')).toBeVisible()
    expect(within(saved).queryByRole('alert')).toBeNull()
  })
})

describe('searches of late', () => {
  it('are gone from the browser after signing out', async () => {
    await house()
    const { user, store } = await renderApp('/receive', { as: 'lin', gateway })
    await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), '发票{Enter}')
    await waitFor(() => expect(window.localStorage.getItem('ep_recentSearches')).toContain('发票'))
    await store.dispatch(signOut())
    await waitFor(() => expect(window.localStorage.getItem('ep_recentSearches')).toBeNull())
    expect(store.getState().search?.recent).toBeNull()
  })

  it('are nobody else’s, also where a session was lost and somebody else came', async () => {
    await house()
    const value = { account: 'lin@ep.test', texts: ['发票'] }
    window.localStorage.setItem('ep_recentSearches', JSON.stringify({ value, expires: null }))
    const { user } = await renderApp('/receive', { as: 'wang', gateway })
    await user.click(await screen.findByRole('button', { name: '已保存和最近的搜索' }))
    expect(screen.getByRole('menuitem', { name: '全部已保存的搜索' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: '发票' })).toBeNull()
  })

  it('stand under the field that has the focus, beside the saved ones, and are walked by arrows', async () => {
    await house()
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const kept = { id: 's1', name: 'Bills', keyword: '账单', location: 'all', folder: null } as const
    await gateway.stores.savedSearches.add(lin?.id ?? '', kept, { now: 1, most: 5 })
    const value = { account: 'lin@ep.test', texts: ['发票', '合同'] }
    window.localStorage.setItem('ep_recentSearches', JSON.stringify({ value, expires: null }))
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const field = await screen.findByRole('combobox', { name: '搜索关键词' })
    expect(field).toHaveAttribute('aria-expanded', 'false')
    await user.click(field)
    const options = () => screen.queryAllByRole('option', { name: /^(Bills|发票|合同)$/ }).map((one) => one.textContent)
    await waitFor(() => expect(options()).toEqual(['Bills', '发票', '合同']))
    await user.keyboard('{Escape}')
    expect(options()).toEqual([])
    expect(field).toHaveFocus()
    await user.type(field, '发')
    expect(options()).toEqual(['发票'])
    await user.clear(field)
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: '发票' }).id)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(parameter('keyword')).toBe('发票'))
    expect(options()).toEqual([])
  })

  it('are offered to the person whose they are', async () => {
    await house()
    const value = { account: 'lin@ep.test', texts: ['发票'] }
    window.localStorage.setItem('ep_recentSearches', JSON.stringify({ value, expires: null }))
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '已保存和最近的搜索' }))
    await user.click(screen.getByRole('menuitem', { name: '发票' }))
    await waitFor(() => expect(parameter('keyword')).toBe('发票'))
  })
})
