/** The way out of a mailing list: asked for first, in the way that the sender takes it, and remembered. */
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#server/core/refusal'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const post = vi.fn<(url: string) => Promise<void>>()
let gateway: TestGateway
beforeEach(async () => {
  post.mockReset()
  post.mockResolvedValue(undefined)
  gateway = await makeTestGateway({ oneClick: { post } })
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

async function open(fields: string, language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const letter = `From: News <news@list.example>\nTo: lin@ep.test\nSubject: News\n${fields}\n\nText.\n`
  const id = await gateway.deliver('lin@ep.test', letter)
  return renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
}

const oneClick = `List-Unsubscribe: <mailto:out@list.example>, <https://list.example/out?u=1>
List-Unsubscribe-Post: List-Unsubscribe=One-Click`

describe('leaving a mailing list', () => {
  it('by one request: asks first, then the gateway posts, and the reader remembers the sender', async () => {
    const { user } = await open(oneClick)
    await user.click(await screen.findByRole('button', { name: '退订' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退订邮件列表' }))
    expect(dialog.getByText('将向 list.example 发出退订请求，发件人会知道您的地址在使用中。')).toBeVisible()
    expect(post).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: '退订' }))
    expect(await screen.findByText('您已退订此发件人的邮件。')).toBeVisible()
    expect(post).toHaveBeenCalledExactlyOnceWith('https://list.example/out?u=1')
    expect(screen.queryByRole('button', { name: '退订' })).toBeNull()
    expect(window.localStorage.getItem('ep_unsubscribed')).toContain('news@list.example')
  })

  it('S32: nothing is sent when the person thinks better of it', async () => {
    const { user } = await open(oneClick, 'en-US')
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(post).not.toHaveBeenCalled()
    expect(screen.getByText('This message comes from a mailing list.')).toBeVisible()
  })

  it('says so where the sender does not take it, and offers the next way', async () => {
    post.mockRejectedValue(new Refusal('unsubscribeFailed'))
    const { user } = await open(oneClick)
    await user.click(await screen.findByRole('button', { name: '退订' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: '退订' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('暂时无法退订')
    await user.click(dialog.getByRole('button', { name: '换一种方式' }))
    expect(
      dialog.getByText('该发件人通过邮件退订。将生成一封发给 out@list.example 的草稿，由您查看后发送。'),
    ).toBeVisible()
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(dialog.getByRole('button', { name: '生成草稿' })).toBeEnabled()
    expect(dialog.queryByRole('button', { name: '换一种方式' })).toBeNull()
  })

  it('by mail: makes a draft to the list’s address alone', async () => {
    const { user } = await open('List-Unsubscribe: <mailto:out@list.example?subject=leave&cc=x@y.example>')
    await user.click(await screen.findByRole('button', { name: '退订' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '生成草稿' }))
    expect(await screen.findByRole('dialog', { name: '写信：leave' })).toBeVisible()
    expect(post).not.toHaveBeenCalled()
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (owner === null) throw new Error('no account')
    const query = { folder: 'draft', page: 1, pageSize: 10, sort: 'date', order: 'desc', filter: 'all' } as const
    const drafts = await gateway.stores.mailStores.of(owner).page(query)
    expect(drafts?.list.map((row) => [row.subject, row.to.map((one) => one.address)])).toEqual([
      ['leave', ['out@list.example']],
    ])
  })

  it('by mail: keeps the plus signs of its token, and finds an address among the fields', async () => {
    const { user } = await open(
      'List-Unsubscribe: <mailto:?to=out+a@list.example&subject=out%20Qx1+Yw&body=Zz+1%0D%0Ab>',
    )
    await user.click(await screen.findByRole('button', { name: '退订' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '生成草稿' }))
    expect(await screen.findByRole('dialog', { name: '写信：out Qx1+Yw' })).toBeVisible()
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (owner === null) throw new Error('no account')
    const store = gateway.stores.mailStores.of(owner)
    const query = { folder: 'draft', page: 1, pageSize: 10, sort: 'date', order: 'desc', filter: 'all' } as const
    const [draft] = (await store.page(query))?.list ?? []
    const parsed = (await store.open(draft?.id ?? ''))?.parsed
    expect(parsed?.to).toMatchObject([{ address: 'out+a@list.example' }])
    expect(parsed?.html).toContain('Zz+1<br>b')
  })

  it('on a page: opens it apart, without saying where from', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await open('List-Unsubscribe: <https://list.example/out>')
    await user.click(await screen.findByRole('button', { name: '退订' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '打开网页' }))
    expect(opened).toHaveBeenCalledExactlyOnceWith('https://list.example/out', '_blank', 'noopener,noreferrer')
    opened.mockRestore()
  })

  it('is not offered for mail of no list', async () => {
    await open('X-Other: 1')
    await screen.findByTitle('正文：News')
    expect(screen.queryByRole('button', { name: '退订' })).toBeNull()
  })
})
