/** What is decided of senders and rules by way of a mail: from the list and the reader, with faults beside the fields, and with an Undo. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { emptyRuleSet } from '#server/core/rules/rules'
import { siteLoaded } from '#src/store/shell/site'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const letter = (from: string, more = '') => `From: ${from}\nTo: lin@ep.test\n${more}Subject: 回复: Plan 7\n\nText.\n`

async function inbox(letters: readonly string[], language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  gateway = await makeTestGateway()
  const lin = await gateway.account('lin@ep.test')
  const ids: string[] = []
  for (const one of letters) ids.push(await gateway.deliver('lin@ep.test', one))
  const app = await renderApp('/receive', { as: 'lin', gateway })
  const rows = await screen.findAllByRole('row', { name: /Plan 7/ })
  const rowMenu = async (item: string) => {
    const [row] = rows
    if (row === undefined) throw new Error('no row')
    await app.user.pointer({ keys: '[MouseRight]', target: row })
    await app.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const kept = async () => (await gateway.stores.rules?.of(lin).load())?.rules
  return { ...app, ids, lin, rowMenu, rows, kept }
}

describe('a sender, from the list', () => {
  it('is trusted, said so with the whitelist before the blacklist, and no longer after the Undo', async () => {
    const { user, rowMenu, kept } = await inbox([letter('News <news@far.example>')])
    await rowMenu('始终信任发件人')
    expect(await screen.findByText('以后来自 news@far.example 的邮件不会因黑名单进入垃圾邮件')).toBeVisible()
    expect((await kept())?.lists.white).toEqual(['news@far.example'])
    await user.keyboard('z')
    expect(await screen.findByText('已撤销')).toBeVisible()
    expect((await kept())?.lists.white).toEqual([])
  })

  it('is blocked with the whole domain only after a question that names it', async () => {
    const { user, rowMenu, kept } = await inbox([letter('News <news@far.example>')], 'en-US')
    await rowMenu('Block the sender’s domain…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Block everybody of a domain?' }))
    expect(dialog.getByText(/every address that ends with @far\.example/)).toBeVisible()
    expect((await kept())?.lists.black).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Block the domain' }))
    expect(await screen.findByText('Messages from @far.example go to Junk from now on')).toBeVisible()
    expect((await kept())?.lists.black).toEqual(['@far.example'])
    await rowMenu('Always trust the sender')
    expect(
      await screen.findByText(
        'news@far.example is trusted and comes through, although @far.example is blocked: who is trusted wins',
      ),
    ).toBeVisible()
  })

  it('is blocked with what they wrote deleted along, nobody else’s, and the Undo takes the block back', async () => {
    const { user, rowMenu, kept } = await inbox([
      letter('Other <news@far.example.org>'),
      letter('NEWS@FAR.example'),
      letter('News <news@far.example>'),
    ])
    await rowMenu('拉黑发件人的域名…')
    const dialog = within(await screen.findByRole('dialog', { name: '拉黑整个域名？' }))
    await user.click(dialog.getByRole('checkbox', { name: '同时删除来自那里的邮件' }))
    expect(await dialog.findByText('找到 2 封')).toHaveAttribute('role', 'status')
    await user.click(dialog.getByRole('button', { name: '拉黑该域名' }))
    expect(await screen.findByText('以后来自 @far.example 的邮件将进入垃圾邮件')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('row', { name: /Plan 7/ })).toHaveLength(1))
    expect((await kept())?.lists.black).toEqual(['@far.example'])
    await user.keyboard('z')
    await waitFor(async () => expect((await kept())?.lists.black).toEqual([]))
  })

  it('has messages looked for only once that is ticked, and until the search is at its end', async () => {
    const { user, rowMenu } = await inbox([letter('News <news@far.example>')])
    const page = { code: '200', list: [], total: 0, unread: null, page: 1, pageSize: 200, goesOn: true }
    let asked = 0
    server.use(
      http.post('*/webmail/query/advance_search2.action', () => {
        asked += 1
        return asked === 1 ? HttpResponse.json(page) : undefined
      }),
    )
    await rowMenu('拉黑发件人的域名…')
    const dialog = within(await screen.findByRole('dialog', { name: '拉黑整个域名？' }))
    const box = dialog.getByRole('checkbox', { name: '同时删除来自那里的邮件' })
    expect(asked).toBe(0)
    await user.click(box)
    await dialog.findByText('还在继续查找…已找到 0 封')
    expect(dialog.getByRole('button', { name: '拉黑该域名' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.findByText('找到 1 封')
    expect(dialog.getByRole('button', { name: '拉黑该域名' })).not.toHaveAttribute('aria-disabled')
    expect(asked).toBe(2)
  })

  it('is blocked where nothing of theirs is found, and after a search that failed is looked for again', async () => {
    const { user, rowMenu, kept } = await inbox([letter('News <news@far.example>')])
    const path = '*/webmail/query/advance_search2.action'
    const nothing = { code: '200', list: [], total: 0, unread: null, page: 1, pageSize: 200, goesOn: false }
    server.use(
      http.post(path, () => HttpResponse.json({ code: 'storeAway' }), { once: true }),
      http.post(path, () => HttpResponse.json(nothing)),
    )
    await rowMenu('拉黑发件人的域名…')
    const dialog = within(await screen.findByRole('dialog', { name: '拉黑整个域名？' }))
    const box = dialog.getByRole('checkbox', { name: '同时删除来自那里的邮件' })
    await user.click(box)
    await waitFor(() => expect(box).not.toBeChecked())
    expect(dialog.queryByText('找到 0 封')).toBeNull()
    await user.click(box)
    await dialog.findByText('找到 0 封')
    await user.click(dialog.getByRole('button', { name: '拉黑该域名' }))
    expect(await screen.findByText('以后来自 @far.example 的邮件将进入垃圾邮件')).toBeVisible()
    expect((await kept())?.lists.black).toEqual(['@far.example'])
  })

  it('keeps their messages where they could not be blocked', async () => {
    const { user, rowMenu, lin, rows } = await inbox([letter('News <news@far.example>')])
    const store = gateway.stores.rules?.of(lin)
    const black = Array.from({ length: limits.listEntries }, (_, at) => `a${at}@bad.example`)
    await store?.replace({ ...emptyRuleSet, lists: { black, white: [] } }, (await store.load()).version)
    await rowMenu('拉黑发件人的域名…')
    const dialog = within(await screen.findByRole('dialog', { name: '拉黑整个域名？' }))
    await user.click(dialog.getByRole('checkbox', { name: '同时删除来自那里的邮件' }))
    await dialog.findByText('找到 1 封')
    await user.click(dialog.getByRole('button', { name: '拉黑该域名' }))
    expect(await screen.findByText('内容超过了大小限制')).toBeVisible()
    expect(rows[0]).toBeVisible()
    expect((await gateway.stores.mailStores.of(lin).folders()).find(({ id }) => id === 'deleted')?.total).toBe(0)
  })

  it('that is a neighbour is not asked about with the domain of the house', async () => {
    const { rowMenu } = await inbox([letter('wang@ep.test')])
    await rowMenu('拉黑发件人的域名…')
    expect(await screen.findByText('不能拉黑或信任您自己的地址和域名')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('that is oneself is refused in words', async () => {
    const { rowMenu } = await inbox([letter('lin@ep.test')])
    await rowMenu('始终信任发件人')
    expect(await screen.findByText('不能拉黑或信任您自己的地址和域名')).toBeVisible()
  })

  it('is not offered where the server keeps no rules, with the reason', async () => {
    const { user, store } = await inbox([letter('News <news@far.example>')])
    store.dispatch(siteLoaded({ ...store.getState().site, keepsRules: false }))
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    await user.click(within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name: '更多' }))
    for (const name of ['根据此邮件创建规则…', '标为垃圾邮件并拉黑发件人', '始终信任发件人']) {
      const item = screen.getByRole('menuitem', { name })
      expect(item).toHaveAttribute('aria-disabled', 'true')
      expect(item).toHaveAttribute('title', '您的邮件服务器不支持规则（Sieve），无法在此设置')
    }
  })
})

describe('a rule made of a mail', () => {
  const isRules = () =>
    waitFor(() => expect(screen.getByRole('heading', { level: 1, name: '收信规则' })).toBeInTheDocument())

  it('is offered by the list and leads to the rules, the form filled from it', async () => {
    const { rowMenu } = await inbox([letter('News <news@far.example>')])
    await rowMenu('根据此邮件创建规则…')
    await isRules()
    expect(await screen.findByLabelText('规则名称')).toHaveValue('News')
  })

  it('is offered by the reader, with what else is seldom done', async () => {
    const { user } = await inbox([letter('News <news@far.example>')])
    await user.click(screen.getByRole('row', { name: /Plan 7/ }))
    await screen.findByTitle('正文：回复: Plan 7')
    const tools = within(within(screen.getByRole('article')).getByRole('toolbar'))
    await user.click(tools.getByRole('button', { name: '更多' }))
    for (const name of ['作为附件转发', '另存为 .eml', '移动到', '拉黑发件人的域名…']) {
      expect(screen.getByRole('menuitem', { name })).toBeVisible()
    }
    await user.click(screen.getByRole('menuitem', { name: '根据此邮件创建规则…' }))
    await isRules()
    expect(await screen.findByLabelText('规则名称')).toHaveValue('News')
  })
})
