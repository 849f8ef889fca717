/** What is done to mails of a list: one request, shown at once, undone, refused, and counted. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
const asked: string[] = []
server.events.on('request:start', ({ request }) => {
  asked.push(new URL(request.url).pathname.replace('/webmail/', ''))
})
afterEach(() => gateway.close())

/** The inbox of lin with three unread mails: Three, Two, One. */
async function inbox(path = '/receive', into = 'inbox') {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (const subject of ['One', 'Two', 'Three']) {
    gateway.clock.advance(60_000)
    await deliverPlain(gateway, 'lin', { subject }, into)
  }
  const app = await renderApp(path, { as: 'lin', gateway })
  await row('Three')
  asked.length = 0
  return app
}

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const pick = async (subject: string) => within(await row(subject)).getByRole('checkbox')
const count = (call: string) => asked.filter((path) => path === call).length
const tool = (name: string) => within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name })

describe('mails of a list', () => {
  it('deletes the selected ones in one request, counts at once, and Undo brings them back', async () => {
    const { user } = await inbox()
    await user.click(await pick('Three'))
    await user.click(await pick('Two'))
    await user.click(tool('删除'))
    expect(gone('Three')).toBeNull()
    expect(gone('Two')).toBeNull()
    expect(screen.getByText('共 1 封，未读 1')).toBeVisible()
    expect(await row('One')).toHaveFocus()
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    expect(await row('Three')).toBeVisible()
    expect(await row('Two')).toBeVisible()
    expect(screen.getByText('共 3 封，未读 3')).toBeVisible()
    expect(count('manage/move2.action')).toBe(2)
  })

  it('archives the selected ones, and the archive gives them back to the inbox', async () => {
    const { user } = await inbox()
    await user.click(await pick('Three'))
    await user.click(await pick('Two'))
    await user.click(tool('归档'))
    expect(gone('Three')).toBeNull()
    expect(await screen.findByText('已归档 2 封邮件')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /撤销/ }))
    await row('Three')
    ;(await row('One')).focus()
    await user.keyboard('e')
    await waitFor(() => expect(gone('One')).toBeNull())
    await user.click(
      within(screen.getByRole('navigation', { name: '邮件文件夹' })).getByRole('link', { name: /^归档/ }),
    )
    ;(await row('One')).focus()
    expect(screen.queryByRole('button', { name: '归档' })).toBeNull()
    await user.keyboard('e')
    await waitFor(() => expect(gone('One')).toBeNull())
    await user.keyboard('gi')
    expect(await row('One')).toBeVisible()
    expect(await row('Three')).toBeVisible()
  })

  it('archives nothing of what the person wrote, and says so', async () => {
    const { user } = await inbox('/sent', 'sent')
    ;(await row('Two')).focus()
    await user.keyboard('e')
    expect(await screen.findByText('此文件夹中的邮件不能归档')).toBeVisible()
    expect(await row('Two')).toBeVisible()
    expect(count('manage/move2.action')).toBe(0)
  })

  it('undoes with the key z', async () => {
    const { user } = await inbox()
    await user.click(await pick('Two'))
    await user.keyboard('#')
    await screen.findByRole('button', { name: /撤销/ })
    await user.keyboard('z')
    expect(await row('Two')).toBeVisible()
    expect(count('manage/move2.action')).toBe(2)
  })

  it('moves a mail only when a mark that was set before it is there', async () => {
    const { user } = await inbox()
    const calls: { name: string; ids: string | null }[] = []
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.post('*/webmail/manage/*', async ({ request }) => {
        const ids = new URLSearchParams(await request.clone().text()).get('ids')
        calls.push({ name: new URL(request.url).pathname.replace('/webmail/manage/', ''), ids })
        if (calls.length === 1) await held
      }),
    )
    await user.click(await pick('Two'))
    await user.keyboard('s')
    await waitFor(() => expect(calls).toHaveLength(1))
    await user.keyboard('#')
    expect(gone('Two')).toBeNull()
    // Another mail need not wait.
    await user.click(await pick('One'))
    await user.keyboard('#')
    await waitFor(() => expect(calls).toHaveLength(2))
    answer()
    await waitFor(() => expect(calls).toHaveLength(3))
    expect(calls.map(({ name }) => name)).toEqual(['mark2', 'move2.action', 'move2.action'])
    expect(calls[2]?.ids).toBe(calls[0]?.ids)
    expect(calls[1]?.ids).not.toBe(calls[0]?.ids)
  })

  it('returns the rows and says why when a change is refused', async () => {
    const { user } = await inbox()
    const refusal = { code: 'diskFull', message: 'diskFull' }
    server.use(http.post('*/webmail/manage/move2.action', () => HttpResponse.json(refusal)))
    await user.click(await pick('Two'))
    await user.click(tool('删除'))
    expect(await row('Two')).toBeVisible()
    expect(screen.getByText('共 3 封，未读 3')).toBeVisible()
    expect(screen.queryByRole('button', { name: /撤销/ })).toBeNull()
  })

  it('R11: a mail that another client took away leaves the list consistent', async () => {
    const { user } = await inbox()
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (lin === null) throw new Error('lin is missing')
    const store = gateway.stores.mailStores.of(lin)
    const { list } = (await store.page({
      folder: 'inbox',
      page: 1,
      pageSize: 9,
      sort: 'date',
      order: 'desc',
      filter: 'all',
    })) ?? { list: [] }
    const three = list[0]?.id
    if (three === undefined) throw new Error('there is no mail')
    await store.move([three], 'deleted')
    await user.click(await pick('Three'))
    await user.click(tool('标为垃圾邮件'))
    await waitFor(() => expect(gone('Three')).toBeNull())
    expect(await row('Two')).toBeVisible()
    await waitFor(() => expect(screen.getByText('共 2 封，未读 2')).toBeVisible())
  })

  it('takes mails out of Junk back into the inbox', async () => {
    const { user } = await inbox('/rubbish', 'junk')
    await user.click(await pick('One'))
    await user.click(tool('不是垃圾邮件'))
    expect(gone('One')).toBeNull()
    await user.click(screen.getByRole('link', { name: /收件箱/ }))
    await screen.findByRole('heading', { name: '收件箱' })
    expect(await row('One')).toBeVisible()
  })

  it('marks any number in one request, and the counts follow', async () => {
    const { user } = await inbox()
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    await user.click(tool('标记'))
    await user.click(screen.getByRole('menuitem', { name: '标为已读' }))
    await user.click(screen.getByRole('button', { name: '取消选择' }))
    expect(screen.getByText('共 3 封，未读 0')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    await waitFor(() => expect(screen.getByText('共 3 封，未读 3')).toBeVisible())
    expect(count('manage/mark2')).toBe(2)
  })

  it('flags a row by its button', async () => {
    const { user } = await inbox()
    await user.click(within(await row('Two')).getByRole('button', { name: '加红旗' }))
    expect(await screen.findByRole('row', { name: /有红旗.*主题 Two/ })).toBeVisible()
    await user.click(screen.getByRole('link', { name: /红旗邮件/ }))
    await screen.findByRole('heading', { name: '红旗邮件' })
    expect(await row('Two')).toBeVisible()
    expect(gone('One')).toBeNull()
  })

  it('deletes for good only after a question that names the count', async () => {
    const { user } = await inbox('/delete', 'deleted')
    await user.click(await pick('One'))
    await user.click(await pick('Two'))
    await user.click(tool('彻底删除'))
    const dialog = screen.getByRole('dialog', { name: '彻底删除邮件' })
    expect(within(dialog).getByText('数据恢复开启期间，5 天内可以恢复，草稿除外。')).toBeVisible()
    expect(within(dialog).getByText(/2 封邮件/)).toBeVisible()
    expect(count('manage/remove2.action')).toBe(0)
    await user.click(within(dialog).getByRole('button', { name: '彻底删除' }))
    expect(gone('One')).toBeNull()
    expect(await row('Three')).toBeVisible()
    expect(await screen.findByText('已彻底删除 2 封邮件')).toBeVisible()
    expect(count('manage/remove2.action')).toBe(1)
    // A mailbox that was full says so no longer.
    await waitFor(() => expect(count('main/getQuotaMessages')).toBe(1))
  })

  it('moves to a folder of the person, whose hostile name is only text (S2)', async () => {
    const { user, store } = await inbox()
    const own = { id: 'own', name: '<img src=x>', parent: null, total: 0, unread: 0, size: 0 }
    store.dispatch({ type: 'mail/foldersLoaded', payload: [...(store.getState().unread?.folders ?? []), own] })
    await user.click(await pick('One'))
    await user.click(tool('移动到'))
    expect(await screen.findByRole('option', { name: '<img src=x>' })).toBeVisible()
    await user.click(screen.getByRole('option', { name: '垃圾邮件' }))
    expect(gone('One')).toBeNull()
    expect(document.querySelector('.mailbox img')).toBeNull()
  })

  it('is worked by keys alone: one tab stop, arrows, ranges, Enter', async () => {
    const { user } = await inbox()
    const stops = screen.getAllByRole('row').filter((one) => one.tabIndex === 0)
    expect(stops).toEqual([await row('Three')])
    ;(await row('Three')).focus()
    await user.keyboard('{ArrowDown}')
    expect(await row('Two')).toHaveFocus()
    await user.keyboard('x{Shift>}{ArrowDown}{/Shift}')
    expect(await row('One')).toHaveFocus()
    expect(await row('Two')).toHaveAttribute('aria-selected', 'true')
    expect(await row('One')).toHaveAttribute('aria-selected', 'true')
    expect(await row('Three')).toHaveAttribute('aria-selected', 'false')
    await user.keyboard('{Home}{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/receive/mailshow'))
  })

  it('selects a range with Shift and single rows with Ctrl', async () => {
    const { user } = await inbox()
    await user.click(await pick('Three'))
    await user.keyboard('{Shift>}')
    await user.click(await row('One'))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('已选 3 封')).toBeVisible()
    await user.keyboard('{Control>}')
    await user.click(await row('Two'))
    await user.keyboard('{/Control}')
    expect(screen.getByText('已选 2 封')).toBeVisible()
    expect(window.location.pathname).toBe('/receive')
  })

  it('speaks English as well', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const one = await screen.findByRole('row', { name: /unread, .*from Wang Li, subject Hello, date .*2026/ })
    await user.click(within(one).getByRole('checkbox', { name: 'Select message: Hello' }))
    await user.click(
      within(screen.getByRole('toolbar', { name: 'Message actions' })).getByRole('button', { name: 'Delete' }),
    )
    expect(await screen.findByText('1 message deleted')).toBeVisible()
    expect(await screen.findByText('Your inbox is empty')).toBeVisible()
  })
})
