/** The reader's toolbar: what stands on it, what its menu has, and what a phone has room for. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

async function opened(subject = 'Plan') {
  const id = await deliverPlain(gateway, 'lin', { subject })
  const app = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
  const article = await screen.findByRole('article', { name: '邮件' })
  await within(article).findByRole('heading', { level: 1, name: subject })
  const bar = within(within(article).getByRole('toolbar'))
  const menu = async () => {
    await app.user.click(bar.getByRole('button', { name: '更多' }))
    return screen.getAllByRole('menuitem').map((item) => item.textContent)
  }
  return { ...app, id, bar, menu }
}

const folderOf = async (id: string) => {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  const [row] = lin === null ? [] : await gateway.stores.mailStores.of(lin).summaries([id])
  return row?.folder
}
const names = (buttons: readonly HTMLElement[]) => buttons.map((button) => button.textContent)

describe('the toolbar of the reader', () => {
  it('has the answers first, and what is seldom done in its menu', async () => {
    const { bar, menu } = await opened()
    expect(names(bar.getAllByRole('button')).filter((name) => name !== '')).toEqual([
      '回复',
      '回复全部',
      '转发',
      '归档',
      '删除',
      '打印',
      '更多',
    ])
    expect((await menu()).slice(0, 4)).toEqual(['移动到', '标为未读', '标为垃圾邮件', '作为附件转发'])
  })

  it('moves the mail to a folder that is looked for by its name', async () => {
    const { user, id, menu } = await opened()
    await menu()
    await user.click(screen.getByRole('menuitem', { name: '移动到' }))
    const picker = await screen.findByRole('dialog', { name: '移动 1 封邮件' })
    await user.type(within(picker).getByRole('combobox'), '已删除{Enter}')
    await waitFor(async () => expect(await folderOf(id)).toBe('deleted'))
    expect(screen.queryByRole('dialog', { name: '移动 1 封邮件' })).toBeNull()
  })

  it('has three answers on a phone, and the rest in its menu', async () => {
    setWidth(390)
    const opening = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, id, bar, menu } = await opened()
    expect(names(bar.getAllByRole('button'))).toEqual(['删除', '更多', '回复', '回复全部', '转发'])
    expect((await menu()).slice(0, 7)).toEqual([
      '归档',
      '移动到',
      '标为未读',
      '标为垃圾邮件',
      '打印',
      '上一封',
      '下一封',
    ])
    await user.click(screen.getByRole('menuitem', { name: '打印' }))
    expect(opening).toHaveBeenCalledExactlyOnceWith(`/priintmail?id=${id}`, '_blank', 'noopener')
    expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull()
  })

  it('archives the mail, and in the archive puts it back into the inbox', async () => {
    const { user, id, bar } = await opened()
    await user.click(bar.getByRole('button', { name: '归档' }))
    await waitFor(async () => expect(await folderOf(id)).toBe('archive'))
    expect(await screen.findByText('已归档 1 封邮件')).toBeVisible()
    await user.keyboard('ga')
    await user.click(await screen.findByRole('row', { name: /主题 Plan，/ }))
    await user.click(within(await screen.findByRole('article')).getByRole('button', { name: '移到收件箱' }))
    await waitFor(async () => expect(await folderOf(id)).toBe('inbox'))
  })

  it('has a box below the text that answers as its button does', async () => {
    const { user, id } = await opened()
    await user.click(screen.getByRole('button', { name: '回复…' }))
    expect(await screen.findByRole('dialog', { name: /^写信：/ })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe(`/receive/mailshow?id=${id}`)
  })
})
