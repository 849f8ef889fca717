/** The toolbar beside its plain commands: stale presses, the picker of folders, the whole folder read, and the menus. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
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

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const pick = async (subject: string) => within(await row(subject)).getByRole('checkbox')
const tool = (name: string) => within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name })

/** The inbox of lin with Two and One, and a folder of her own. */
async function inbox(path = '/receive') {
  gateway = await makeTestGateway()
  const lin = await gateway.account('lin@ep.test')
  await gateway.stores.mailStores.of(lin).createFolder('项目 Alpha')
  await deliverPlain(gateway, 'lin', { subject: 'One' })
  gateway.clock.advance(60_000)
  await deliverPlain(gateway, 'lin', { subject: 'Two' })
  const app = await renderApp(path, { as: 'lin', gateway })
  await row('Two')
  return app
}

describe('with nothing selected', () => {
  it('there are no tools, but on a phone that is about to choose: there a command says why it is off', async () => {
    setWidth(390)
    const { user } = await inbox()
    expect(screen.queryByRole('toolbar', { name: '邮件操作' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '编辑' }))
    for (const name of ['删除', '标为垃圾邮件', '移动到']) {
      expect(tool(name)).toHaveAttribute('aria-disabled', 'true')
      expect(tool(name).title).toContain('请先选择邮件')
    }
    await user.click(tool('移动到'))
    expect(await screen.findByText('没有选中邮件，请重新选择')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await row('Two')).toBeVisible()
  })

  it('still marks the whole folder read', async () => {
    const { user } = await inbox()
    await screen.findByText('共 2 封，未读 2')
    await user.click(screen.getByRole('button', { name: '列表操作' }))
    await user.click(screen.getByRole('menuitem', { name: '将本文件夹全部标为已读' }))
    expect(await screen.findByText('已将 2 封邮件标为已读')).toBeVisible()
    expect(await screen.findByText('共 2 封，未读 0')).toBeVisible()
  })
})

describe('the picker of folders', () => {
  it('is searched, walked and answered by keys alone, and Undo brings the mail back', async () => {
    const { user } = await inbox()
    ;(await row('One')).focus()
    await user.keyboard('v')
    const dialog = await screen.findByRole('dialog', { name: '移动 1 封邮件' })
    const field = within(dialog).getByRole('combobox', { name: '查找文件夹' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.keyboard('ａlpha')
    const option = within(dialog).getByRole('option', { name: '项目 Alpha', selected: true })
    expect(field).toHaveAttribute('aria-activedescendant', option.id)
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(gone('One')).toBeNull())
    await screen.findByText('已将 1 封邮件移到“项目 Alpha”')
    await user.keyboard('z')
    expect(await row('One')).toBeVisible()
  })

  it('says so where no folder has the name, and letters typed there are no commands', async () => {
    const { user } = await inbox()
    await user.click(await pick('One'))
    await user.click(tool('移动到'))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).getByRole('combobox')).toHaveFocus())
    await user.keyboard('zz#')
    expect(within(dialog).getByText('没有这个名字的文件夹')).toBeVisible()
    expect(within(dialog).getByRole('option', { name: '新建文件夹“zz#”' })).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(await row('One')).toBeVisible()
  })
})

describe('the select menu', () => {
  it.each([
    ['无红旗', 1],
    ['红旗', 1],
    ['有附件', 0],
    ['未读', 2],
  ])('selects %s', async (name, count) => {
    const { user } = await inbox()
    await user.click(within(await row('Two')).getByRole('button', { name: '加红旗' }))
    await user.click(screen.getByRole('button', { name: '选择邮件' }))
    await user.click(screen.getByRole('menuitem', { name }))
    expect(screen.queryAllByRole('row', { selected: true })).toHaveLength(count)
  })
})

describe('the more menu', () => {
  it('answers one mail, not several', async () => {
    const { user } = await inbox()
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    await user.click(tool('更多'))
    expect(screen.getByRole('menuitem', { name: '回复' })).toHaveAttribute('title', '请选择一封邮件')
    await user.keyboard('{Escape}')
    await user.click(await pick('Two'))
    await user.click(tool('更多'))
    await user.click(screen.getByRole('menuitem', { name: '回复' }))
    expect(await screen.findByRole('dialog', { name: '写信：Re: One' })).toBeVisible()
  })
})
