/** Search as a person does it: by words and by fields, in the address, with every command of a list. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function house() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { from: '王丽 <wang@example.com>', subject: '電子發票已開具', text: '请查收' })
  await deliverPlain(gateway, 'lin', { from: 'Li <li@example.com>', subject: '发票 <b>two</b>', text: '发票在附件里' })
  await deliverPlain(gateway, 'lin', { subject: '会议' }, 'sent')
}

const simpleCall = '*/webmail/query/search2.action'
const parameter = (name: string) => new URLSearchParams(window.location.search).get(name)
const results = () => screen.findByRole('grid', { name: '搜索结果' })

describe('the simple search', () => {
  it('sends nothing below two characters and says why beside the field', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const field = await screen.findByRole('combobox', { name: '搜索关键词' })
    await user.type(field, '发{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('关键词至少 2 个字')
    expect(field).toHaveAccessibleDescription('关键词至少 2 个字')
    expect(field).toHaveFocus()
    expect(window.location.pathname).toBe('/receive')
  })

  it('finds in both scripts, marks the words as text, and names the folder', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), '发票{Enter}')
    const grid = await results()
    expect(within(grid).getAllByRole('row')).toHaveLength(2)
    const marks = [...grid.querySelectorAll('mark')].map((mark) => mark.textContent)
    expect(marks).toEqual(['发票', '发票', '發票'])
    expect(grid.querySelector('b')).toBeNull()
    expect(within(grid).getAllByText('收件箱')).toHaveLength(2)
    expect(screen.getByText('找到 2 封')).toHaveAttribute('role', 'status')
    expect(window.location.pathname).toBe('/search_result')
    expect([parameter('keyword'), parameter('location')]).toEqual(['发票', 'all'])
  })

  it('S2: shows a hostile subject as text, marks and all', async () => {
    await house()
    const subject = '<img src=x onerror=alert(1)> 发票 <mark onclick=alert(2)>'
    await deliverPlain(gateway, 'lin', {
      subject,
      from: '"<b>发票</b>" <eve@example.com>',
      text: '<script>发票</script>',
    })
    await renderApp('/search_result?keyword=发票+<img&location=all', { as: 'lin', gateway })
    const row = within(await results()).getByRole('row', { name: /onerror/ })
    expect(row).toHaveTextContent(subject)
    expect(row.querySelector('img, script, b, [onclick], [onerror]')).toBeNull()
    expect([...row.querySelectorAll('mark')].map((mark) => mark.textContent)).toContain('<img')
  })

  it('lives in the address: another place, Back and a reload show what they say', async () => {
    await house()
    const { user } = await renderApp('/search_result?keyword=发票&location=all', { as: 'lin', gateway })
    expect(within(await results()).getAllByRole('row')).toHaveLength(2)
    await user.selectOptions(screen.getByRole('combobox', { name: '搜索位置' }), '正文')
    await user.click(screen.getByRole('button', { name: '搜索' }))
    await waitFor(() => expect(parameter('location')).toBe('body'))
    await waitFor(async () => expect(within(await results()).getAllByRole('row')).toHaveLength(1))
    window.history.back()
    await waitFor(() => expect(parameter('location')).toBe('all'))
    await waitFor(async () => expect(within(await results()).getAllByRole('row')).toHaveLength(2))
  })

  it('opens a mail beside the results and keeps the question in the address', async () => {
    await house()
    const { user } = await renderApp('/search_result?keyword=发票&location=all', { as: 'lin', gateway })
    await user.click(await screen.findByRole('row', { name: /電子發票/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/search_result/mailshow'))
    expect(parameter('keyword')).toBe('发票')
    expect(await screen.findByRole('heading', { name: '電子發票已開具' })).toBeVisible()
    expect(within(await results()).getAllByRole('row')).toHaveLength(2)
  })

  it('deletes from the results, and Undo brings the mail back', async () => {
    await house()
    const { user } = await renderApp('/search_result?keyword=发票&location=all&folder=inbox', { as: 'lin', gateway })
    await user.click(await screen.findByRole('checkbox', { name: '选择邮件：電子發票已開具' }))
    await user.click(within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /電子發票/ })).toBeNull())
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    expect(await screen.findByRole('row', { name: /電子發票/ })).toBeVisible()
  })

  it('says that nothing was found, and why a search failed, with a retry', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    server.use(http.post(simpleCall, () => HttpResponse.error(), { once: true }))
    await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), '没有的词{Enter}')
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByText('没有找到符合的邮件')).toBeVisible()
  })

  it('shows the rule for an address with too short a keyword', async () => {
    await house()
    await renderApp('/search_result?keyword=a', { as: 'lin', gateway })
    expect(await screen.findByRole('heading', { name: '关键词至少 2 个字' })).toBeVisible()
  })

  it('asks again while the search goes on, and says so', async () => {
    await house()
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    let asked = 0
    server.use(
      http.post(simpleCall, () => {
        asked += 1
        const page = { code: '200', list: [], total: 0, unread: null, page: 1, pageSize: 50 }
        return asked === 1 ? HttpResponse.json({ ...page, goesOn: true }) : undefined
      }),
    )
    await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), '发票{Enter}')
    expect(await screen.findByText('还在继续查找…已找到 0 封')).toHaveAttribute('role', 'status')
    expect(await screen.findByText('找到 2 封')).toBeVisible()
  })
})
