/** A row by its density, what it offers when it is pointed at, and the head of the list above it. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Settings } from '#contract/settings'
import { selectFolders } from '#src/store/mail/folders'
import { foldersLoaded } from '#src/store/mail/mailEvents'
import { setWidth } from '../../../support/browser/dom'
import { openServer, renderApp } from '../../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../../support/gateway/gateway'
import { deliverPlain } from '../../../support/mail/mailboxMails'
import { choose } from '../../settings/settingsSetup'

openServer()

let gateway: TestGateway
afterEach(async () => {
  setWidth(1_440)
  await gateway.close()
})

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const tools = () => screen.queryByRole('toolbar', { name: '邮件操作' })
const onRow = async (subject: string, name: string) => within(await row(subject)).getByRole('button', { name })

async function inbox({
  path = '/receive',
  density,
  own,
}: {
  path?: string
  density?: Settings['density']
  own?: string
} = {}) {
  gateway = await makeTestGateway()
  const lin = await gateway.account('lin@ep.test')
  if (density !== undefined) await gateway.stores.settings.change(lin.id, { density })
  if (own !== undefined) await gateway.stores.mailStores.of(lin).createFolder(own)
  for (const subject of ['One', 'Two', 'Three']) {
    await deliverPlain(gateway, 'lin', { subject })
    gateway.clock.advance(60_000)
  }
  const app = await renderApp(path, { as: 'lin', gateway })
  return { ...app, lin }
}

describe('the density of the list', () => {
  it.each([
    ['compact', 1_440, '36px'],
    ['cozy', 1_440, '56px'],
    ['comfortable', 1_440, '85px'],
    ['compact', 390, '48px'],
    ['cozy', 390, '64px'],
    ['comfortable', 390, '88px'],
  ] as const)('%s at %i px has rows of %s', async (density, width, height) => {
    setWidth(width)
    await inbox({ density })
    await waitFor(async () => expect((await row('Two')).style.blockSize).toBe(height))
    // The second row begins where the first one ends.
    expect((await row('Two')).style.transform).toBe(`translateY(${height})`)
  })

  it('is cozy until it is chosen in the settings, then holds at once and at the next start', async () => {
    const { user, unmount } = await inbox()
    expect((await row('Two')).style.blockSize).toBe('56px')
    await user.click(screen.getByRole('button', { name: /^账户菜单/ }))
    await user.click(screen.getByRole('menuitem', { name: '设置' }))
    await user.click(await screen.findByRole('link', { name: /^语言与外观/ }))
    await choose('列表密度', '紧凑：单行')
    await user.click(screen.getByRole('link', { name: /^收件箱/ }))
    await waitFor(async () => expect((await row('Two')).style.blockSize).toBe('36px'))
    unmount()
    expect(JSON.parse(window.localStorage.getItem('ep_density') ?? '{}')).toMatchObject({ value: 'compact' })
    await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(async () => expect((await row('Two')).style.blockSize).toBe('36px'))
  })
})

describe('the actions of a row', () => {
  it('act on that row alone, whatever else is selected, and open nothing', async () => {
    const { user } = await inbox()
    await user.click(within(await row('One')).getByRole('checkbox'))
    await user.click(await onRow('Two', '标为已读'))
    expect(await onRow('Two', '标为未读')).toBeVisible()
    expect(await onRow('One', '标为已读')).toBeVisible()
    await user.click(await onRow('Two', '加红旗'))
    expect(await onRow('Two', '取消红旗')).toHaveAttribute('aria-pressed', 'true')
    await user.click(await onRow('Two', '删除'))
    await waitFor(() => expect(gone('Two')).toBeNull())
    expect(await screen.findByText('已删除 1 封邮件')).toBeVisible()
    expect(await row('One')).toHaveAttribute('aria-selected', 'true')
    expect(window.location.pathname).toBe('/receive')
  })
})

describe('the paperclip of a row', () => {
  it('stands for a message with attachments, by its name', async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const parts = ['--b', 'Content-Type: text/plain', '', 'A line.', '--b']
    const file = [
      'Content-Type: text/plain; name=a.txt',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'x',
      '--b--',
    ]
    const head = [
      'From: wang@example.com',
      'Subject: Filed',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
    ]
    await gateway.deliver('lin@ep.test', [...head, ...parts, ...file, ''].join('\r\n'))
    await deliverPlain(gateway, 'lin', { subject: 'Plain' })
    await renderApp('/receive', { as: 'lin', gateway })
    expect(within(await row('Filed')).getByRole('img', { name: '有附件' })).toBeVisible()
    expect(within(await row('Plain')).queryByRole('img')).toBeNull()
  })
})

describe('the head of the list', () => {
  it('has the tools in the place of title and counts while rows are selected', async () => {
    const { user } = await inbox()
    expect(await screen.findByText('共 3 封，未读 3')).toBeVisible()
    expect(tools()).toBeNull()
    await user.click(within(await row('One')).getByRole('checkbox'))
    expect(tools()).toBeVisible()
    expect(tools()?.closest('header')).toContainElement(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    expect(screen.queryByText('共 3 封，未读 3')).toBeNull()
    expect(screen.queryByRole('button', { name: /^排序/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '取消选择' }))
    expect(tools()).toBeNull()
    expect(await row('One')).toHaveFocus()
    expect(screen.getByText('共 3 封，未读 3')).toBeVisible()
  })

  it('names the filter, counts what it lets through, and ends it by a press', async () => {
    const { user } = await inbox()
    await user.click(await onRow('Two', '加红旗'))
    await user.click(screen.getByRole('button', { name: /^筛选/ }))
    await user.click(screen.getByRole('menuitem', { name: '红旗' }))
    const chip = await screen.findByRole('button', { name: '取消筛选：红旗' })
    expect(await screen.findByText('共 1 封')).toBeVisible()
    await user.click(chip)
    expect(await screen.findByText('共 3 封，未读 3')).toBeVisible()
    expect(window.location.search).toBe('')
    expect(chip).not.toBeInTheDocument()
  })
})

describe('the menus of the list', () => {
  const firstOfKinds = () =>
    within(screen.getByRole('menu'))
      .getAllByRole('menuitem')
      .filter((one) => one.classList.contains('ep-menu-kind'))
      .map((one) => one.textContent?.replace(one.getAttribute('aria-keyshortcuts') ?? '', ''))

  it('tell order, grouping and page size apart, and the kinds of what is done to a message', async () => {
    const { user } = await inbox()
    await row('One')
    await user.click(screen.getByRole('button', { name: /^排序/ }))
    expect(firstOfKinds()).toEqual(['最新在前', '按会话合并显示', '每页 20 封'])
    await user.keyboard('{Escape}')
    fireEvent.contextMenu(await row('One'))
    await screen.findByRole('menu', { name: '处理 1 封邮件' })
    expect(firstOfKinds()).toEqual(['标为已读', '归档', '作为附件转发', '根据此邮件创建规则…'])
  })
})

describe('the picker of folders', () => {
  it('has the person’s own folders first, the first of them chosen, and unwanted mail last', async () => {
    const { user } = await inbox({ own: '项目' })
    ;(await row('One')).focus()
    await user.keyboard('v')
    const options = within(await screen.findByRole('dialog')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent).at(0)).toBe('项目')
    expect(
      options
        .map(({ textContent }) => textContent)
        .slice(-3, -1)
        .toSorted(),
    ).toEqual(['垃圾邮件', '已删除'].toSorted())
    expect(options.at(-1)).toHaveTextContent('新建文件夹…')
    expect(options[0]).toHaveAttribute('aria-selected', 'true')
  })

  it('throws nothing away where the person has no folders, whatever key comes first', async () => {
    const { user } = await inbox()
    ;(await row('One')).focus()
    await user.keyboard('v')
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByRole('combobox')).toHaveFocus())
    expect(dialog.getByRole('option', { selected: true })).toHaveTextContent('归档')
    await user.keyboard('{ArrowUp}')
    expect(dialog.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true')
  })

  it('chooses nothing where there is only unwanted mail to move to: Enter moves nothing, an arrow begins', async () => {
    const { user, store } = await inbox()
    ;(await row('One')).focus()
    await user.keyboard('v')
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByRole('combobox')
    await waitFor(() => expect(field).toHaveFocus())
    await dialog.findByRole('option', { name: '归档' })
    const rest = selectFolders(store.getState()).filter(({ id }) => id !== 'archive')
    act(() => void store.dispatch(foldersLoaded(rest)))
    expect(dialog.queryByRole('option', { selected: true })).toBeNull()
    expect(field).not.toHaveAttribute('aria-activedescendant')
    await user.keyboard('{Enter}')
    expect(field).toBeVisible()
    await user.keyboard('{ArrowDown}')
    expect(dialog.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true')
  })
})

describe('on a phone', () => {
  it('the picture of a row selects it, and the list says Done', async () => {
    setWidth(390)
    const { user, container } = await inbox()
    await row('Two')
    const face = (await row('Two')).querySelector('.ep-avatar')
    if (face === null) throw new Error('There is no picture')
    await user.click(face)
    expect(await row('Two')).toHaveAttribute('aria-selected', 'true')
    expect(tools()).toBeVisible()
    expect(window.location.pathname).toBe('/receive')
    expect(container.querySelector('.ep-avatar.mailbox-row-face')).toBeNull()
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(await row('Two')).toHaveAttribute('aria-selected', 'false')
    expect(tools()).toBeNull()
  })
})

describe('a folder of unwanted mail', () => {
  it('is emptied from above its list, after a question', async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    await deliverPlain(gateway, 'lin', { subject: 'Prize' }, 'junk')
    const { user } = await renderApp('/rubbish', { as: 'lin', gateway })
    await row('Prize')
    await user.click(await screen.findByRole('button', { name: '清空“垃圾邮件”' }))
    const dialog = within(await screen.findByRole('dialog', { name: '清空“垃圾邮件”' }))
    await user.click(dialog.getByRole('button', { name: '清空' }))
    expect(await screen.findByText('没有垃圾邮件')).toBeVisible()
    expect(screen.queryByRole('button', { name: '清空“垃圾邮件”' })).toBeNull()
    // Nothing is left that could be chosen to be read.
    expect(screen.getByText('这里没有可阅读的邮件')).toBeVisible()
  })
})

describe('the drafts of the sidebar', () => {
  it('are counted, as none of them is unread', async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    for (const subject of ['One', 'Two']) await deliverPlain(gateway, 'lin', { subject }, 'draft')
    await renderApp('/receive', { as: 'lin', gateway })
    expect(await screen.findByRole('link', { name: /草稿箱.*2 封草稿/ })).toBeVisible()
  })
})
