/** Where a search looks: everywhere but in Deleted and Junk, unless it is told to. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function results(path = '/search_result?keyword=offer&location=all') {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { subject: 'Offer one' })
  await deliverPlain(gateway, 'lin', { subject: 'Offer thrown away' }, 'deleted')
  await deliverPlain(gateway, 'lin', { subject: 'Offer of junk' }, 'junk')
  return renderApp(path, { as: 'lin', gateway })
}

const parameter = (name: string) => new URLSearchParams(window.location.search).get(name)
const rows = async (name = '搜索结果') => within(await screen.findByRole('grid', { name })).getAllByRole('row')

describe('where a search looks', () => {
  it('leaves Deleted and Junk out until it is asked for them as well', async () => {
    const { user } = await results()
    expect(await rows()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '也搜索已删除和垃圾邮件' }))
    await waitFor(() => expect(parameter('folder')).toBe('anywhere'))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    expect(screen.queryByRole('button', { name: '也搜索已删除和垃圾邮件' })).toBeNull()
    const chips = screen.getByRole('list', { name: '搜索条件' })
    await user.click(within(chips).getByRole('button', { name: '移除条件“文件夹：全部文件夹”' }))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })

  it('keeps a deleted result away, however often the list is asked for again', async () => {
    const { user } = await results()
    await user.click(await screen.findByRole('checkbox', { name: '选择邮件：Offer one' }))
    await user.click(within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name: '删除' }))
    expect(await screen.findByText('没有找到符合的邮件')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '刷新' }))
    expect(await screen.findByText('没有找到符合的邮件')).toBeVisible()
    expect(screen.queryByRole('row', { name: /Offer one/ })).toBeNull()
  })

  it('is typed as in:anywhere, and chosen in the form, in English as well', async () => {
    const { user, store } = await results('/receive')
    store.dispatch(languageChosen('en-US'))
    const field = await screen.findByRole('combobox', { name: 'Search words' })
    await user.type(field, 'offer in:anywhere{Enter}')
    await waitFor(async () => expect(await rows('Search results')).toHaveLength(3))
    expect([parameter('keyword'), parameter('folder')]).toEqual(['offer', 'anywhere'])
    await user.click(screen.getByRole('button', { name: 'Advanced search' }))
    const dialog = await screen.findByRole('dialog', { name: 'Advanced search' })
    const place = within(dialog).getByRole('combobox', { name: 'Folder' })
    expect(within(dialog).getByTitle('All folders')).toBeVisible()
    await user.click(place)
    await user.click(await screen.findByTitle('All but Deleted and Junk'))
    await user.click(within(dialog).getByRole('button', { name: 'Search' }))
    await waitFor(async () => expect(await rows('Search results')).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Search Deleted and Junk as well' })).toBeVisible()
  })

  it('stands as it was after another folder and Back, with its chips, its place and its rows', async () => {
    const { user } = await results('/search_result?keyword=offer+is%3Aunread&location=subject&folder=anywhere')
    expect(await rows()).toHaveLength(3)
    const address = window.location.search
    await user.click(screen.getByRole('link', { name: /收件箱/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
    await waitFor(() => expect(screen.getByRole('combobox', { name: '搜索关键词' })).toHaveValue(''))
    window.history.back()
    await waitFor(() => expect(window.location.search).toBe(address))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    expect(screen.getByRole('combobox', { name: '搜索关键词' })).toHaveValue('offer is:unread in:anywhere')
    expect(screen.getByRole('combobox', { name: '搜索位置' })).toHaveDisplayValue('主题')
    const chips = within(screen.getByRole('list', { name: '搜索条件' })).getAllByRole('listitem')
    expect(chips.map((chip) => chip.textContent)).toEqual([
      '包含文字：offer',
      '搜索位置：主题',
      '文件夹：全部文件夹',
      '未读',
    ])
  })
})
