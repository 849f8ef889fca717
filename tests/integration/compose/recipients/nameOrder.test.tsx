/** Whatever stands by name stands as its reader looks for it: by pinyin in Chinese, by letters in English. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ensureNamespaces } from '#src/lib/i18n/i18n'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp } from '#tests/support/browser/renderApp'
import { makeTestGateway } from '#tests/support/gateway/gateway'
import { closeComposers, openedComposer } from '../composeSetup'

openServer()
closeComposers()

/** By pinyin: Chén, Wáng, Zhāng; by their characters: Zhāng, Wáng, Chén. */
const pinyin = ['陈晨', '王五', '张三', 'Item 9', 'Item 10']
const letters = ['Item 9', 'Item 10', '张三', '王五', '陈晨']
const made = ['Item 10', '王五', '张三', '陈晨', 'Item 9']

describe('folders', () => {
  it('follow the language at once, in the sidebar and where one is chosen, those with a place before them', async () => {
    const gateway = await makeTestGateway()
    const account = await gateway.account('lin@ep.test')
    const store = gateway.stores.mailStores.of(account)
    for (const name of made) await store.createFolder(name, null)
    const { user, store: app, i18n } = await renderApp('/mainPage', { as: 'lin', gateway })
    const own = () => [...document.querySelectorAll('.folders-branch a')].map((link) => link.getAttribute('title'))
    await waitFor(() => expect(own()).toEqual(pinyin))
    await user.click(screen.getByRole('button', { name: '文件夹管理' }))
    const dialog = await screen.findByRole('dialog', { name: '文件夹管理' })
    const managed = () =>
      within(dialog)
        .getAllByRole('rowheader')
        .map((one) => one.textContent)
        .slice(6)
    expect(managed()).toEqual(pinyin)

    await ensureNamespaces(i18n, ['layout'])
    app.dispatch(languageChosen('en-US'))
    await waitFor(() => expect(own()).toEqual(letters))
    expect(managed()).toEqual(letters)

    const [first = ''] = managed()
    const grip = await within(dialog).findByRole('button', { name: `Move “${first}”` })
    grip.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    const moved = ['Item 10', 'Item 9', '张三', '王五', '陈晨']
    expect(managed()).toEqual(moved)
    await waitFor(async () => expect((await gateway.stores.folderPlaces.load(account.id)).size).toBe(5))
    await store.createFolder('Also', null)
    app.dispatch(languageChosen('zh-CN'))
    await user.click(await screen.findByRole('button', { name: '收信' }))
    await waitFor(() => expect(own()).toEqual([...moved, 'Also']))
    await gateway.close()
  })
})

describe.each([
  ['zh-CN', pinyin],
  ['en-US', letters],
] as const)('a composer in %s', (language, order) => {
  const contacts = made.map((name, at) => [name, `item${at}@x.cn`] as const)
  const as = `order-${language}`.toLowerCase()
  const named = (pattern: RegExp) => (text: string | null) => pattern.exec(text ?? '')?.[1] ?? ''

  it('offers people and groups in the order of their names, whoever was written to more before them', async () => {
    const groups = Object.fromEntries(made.map((name) => [`组 ${name}`, []]))
    const { user, box, gateway } = await openedComposer(as, { language, contacts, groups })
    const owner = await gateway.stores.accounts.byAddress(`${as}@ep.test`)
    const known = { name: '张三', address: 'item2@x.cn' }
    await gateway.stores.recentRecipients.note(owner?.id ?? '', [known], { now: 1, most: 9 })
    await user.type(box, 'item')
    const list = await screen.findByRole('listbox', { name: language === 'zh-CN' ? '联系人建议' : 'People' })
    const offered = () =>
      within(list)
        .getAllByRole('option')
        .map((option) => named(/^(.*?)(?:item\d@|\d (?:人|people)$)/)(option.textContent))
    await waitFor(() => expect(offered()).toHaveLength(made.length + 2))
    expect(offered().slice(2)).toEqual(['张三', ...order.filter((name) => name !== '张三')])
    expect(offered().slice(0, 2)).toEqual(['组 Item 9', '组 Item 10'])
  })

  it('names the members of a group in that order', async () => {
    const groups = { 项目组: contacts.map(([, email]) => email) }
    const { user, box } = await openedComposer(`${as}-group`, { language, contacts, groups })
    await user.type(box, 'xmz')
    await user.click(await screen.findByRole('option', { name: /项目组/ }))
    const label = /^(?:移除|Remove) (.*) <.*>$/
    await waitFor(() =>
      expect(
        screen.getAllByRole('button', { name: label }).map((button) => named(label)(button.getAttribute('aria-label'))),
      ).toEqual(order),
    )
  })

  it('lists templates in that order', async () => {
    const { user, gateway } = await openedComposer(`${as}-template`, { language })
    const owner = await gateway.stores.accounts.byAddress(`${as}-template@ep.test`)
    for (const name of made) {
      const template = { id: name, name, subject: '', html: 'x' }
      await gateway.stores.templates.add(owner?.id ?? '', template, { now: 1, most: 9 })
    }
    await user.click(screen.getByRole('button', { name: language === 'zh-CN' ? '模板' : 'Templates' }))
    const list = await screen.findByRole('list', { name: language === 'zh-CN' ? '您的模板' : 'Your templates' })
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('.templates-name')?.textContent)
    expect(rows).toEqual(order)
  })
})
